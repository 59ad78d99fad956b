import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router";
import type { logout } from "../accounts/contract.ts";
import { signOut, useSignedIn } from "../accounts/sign-in/sign-in.ts";
import { t } from "../language/t.ts";
import { call } from "../platform/browser/call.ts";
import { Icon } from "../ui/icons.tsx";
import { Link } from "../ui/link.tsx";

/** The profile icon: a link to the login when signed out (and on the server, which cannot know), otherwise a menu. */
export function Profile() {
  if (useSignedIn()) return <ProfileMenu />;
  return (
    <Link className="icon-button" to="/login" aria-label={t("Profile, log in")}>
      <Icon name="profile" />
    </Link>
  );
}

/** Opens by hover, touch and keyboard; arrow keys move through it, Escape and leaving it close it. */
function ProfileMenu() {
  const [open, setOpen] = useState(false);
  const pointer = useRef("");
  const menu = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useClosedOutside(open, setOpen, menu);

  const hover = (wanted: boolean) => (event: PointerEvent) => {
    // the keyboard may be in the list: closing it would lose the focus
    if (!wanted && menu.current?.querySelector("ul")?.contains(document.activeElement)) return;
    if (event.pointerType === "mouse") setOpen(wanted);
  };
  const press = (event: MouseEvent) => {
    // a mouse has opened it by hovering already: its click must not close it again
    setOpen(event.detail > 0 && pointer.current === "mouse" ? true : !open);
  };
  const walk = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      setOpen(false);
      opener.current?.focus();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpen(true);
    const step = event.key === "ArrowDown" ? 1 : -1;
    // the items are there once the open menu is drawn
    requestAnimationFrame(() => focusNext(menu.current, step));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events are those of the button and links inside
    <div
      className="profile"
      ref={menu}
      onPointerEnter={hover(true)}
      onPointerLeave={hover(false)}
      onPointerDown={(event) => {
        pointer.current = event.pointerType;
      }}
      onKeyDown={walk}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Safari does not focus a tapped link: only a focus that moved to another element counts
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        ref={opener}
        className="icon-button"
        aria-label={t("Profile")}
        aria-expanded={open}
        aria-controls="profile-menu"
        onClick={press}
      >
        <Icon name="profile" />
      </button>
      <ProfileItems open={open} onChosen={() => setOpen(false)} />
    </div>
  );
}

/** A tap anywhere else closes what is open. */
function useClosedOutside(
  open: boolean,
  setOpen: (open: boolean) => void,
  menu: RefObject<HTMLDivElement | null>,
) {
  useEffect(() => {
    if (!open) return;
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open, setOpen, menu]);
}

function ProfileItems({ open, onChosen }: { open: boolean; onChosen: () => void }) {
  const navigate = useNavigate();
  const leave = () => {
    void call<typeof logout>("/api/user/logout").catch(() => {
      // the sign-in ends on this device whether or not the call reached the server
    });
    signOut();
    navigate("/login");
  };
  return (
    <ul className="profile-menu" id="profile-menu" hidden={!open}>
      <li>
        <Link to="/profile" onClick={onChosen}>
          {t("My Profile")}
        </Link>
      </li>
      <li>
        <Link to="/orders" onClick={onChosen}>
          {t("Orders")}
        </Link>
      </li>
      <li>
        <button type="button" onClick={leave}>
          {t("Logout")}
        </button>
      </li>
    </ul>
  );
}

/** Moves the focus among the menu's items, around its ends; from anywhere else to the first or last. */
function focusNext(menu: HTMLElement | null, step: 1 | -1) {
  const items = [...(menu?.querySelectorAll<HTMLElement>("li > *") ?? [])];
  const at = items.indexOf(document.activeElement as HTMLElement);
  // from outside, a step back leads to the last one as well
  const next = Math.max(at, step > 0 ? -1 : 0) + step + items.length;
  items[next % items.length]?.focus();
}
