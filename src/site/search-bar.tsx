import { type RefObject, useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { readSearch, SEARCH_MAX } from "../catalogue/rules.ts";
import { t } from "../language/t.ts";
import { Icon } from "../ui/icons.tsx";

/** Milliseconds of quiet before typed text goes into the address; browsers refuse more than a few changes a second. */
const QUIET = 150;

type SearchBarProps = { open: boolean; input: RefObject<HTMLInputElement | null>; onClose: () => void };

/** Text search of the collection; the text lives in the address as `search`, beside the filters. Without scripts a plain form. */
export function SearchBar({ open, input, onClose }: SearchBarProps) {
  const [query] = useSearchParams();
  const { text, search, searchSoon } = useSearch(input);
  return (
    <search className="search-bar" id="search" data-open={open}>
      <form
        action="/collection"
        onKeyDown={(event) => event.key === "Escape" && onClose()}
        onSubmit={(event) => {
          event.preventDefault();
          search();
          input.current?.blur();
        }}
      >
        <Kept query={query} />
        <label className="visually-hidden" htmlFor="search-text">
          {t("Search products")}
        </label>
        <input
          ref={input}
          id="search-text"
          className="input"
          type="search"
          name="search"
          placeholder={t("Search products")}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          enterKeyHint="search"
          defaultValue={text}
          onInput={searchSoon}
        />
        <SearchButtons onClose={onClose} />
      </form>
    </search>
  );
}

/** The address's search, what puts the field's text into the address now, and what does so after a moment of quiet. */
function useSearch(input: SearchBarProps["input"]) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const text = readSearch(query);
  /** The search this bar last put into the address, or took from it. */
  const written = useRef(text);

  useEffect(() => {
    // the address changed by other means (back, "clear filters"): the field follows
    if (text === written.current) return;
    written.current = text;
    clearTimeout(timer.current);
    if (input.current) input.current.value = text;
  }, [text, input]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // typed before hydration
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the bar is there
  useEffect(() => search(), []);

  const search = () => {
    clearTimeout(timer.current);
    const next = new URLSearchParams(window.location.search);
    const wanted = input.current?.value ?? "";
    if (wanted.trim() === (next.get("search") ?? "").trim()) return;
    const replace = next.has("search");
    next.delete("page");
    if (wanted.trim()) next.set("search", wanted);
    else next.delete("search");
    written.current = readSearch(next);
    void navigate({ search: next.toString() }, { replace, preventScrollReset: true });
  };
  const searchSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, QUIET);
  };
  return { text, search, searchSoon };
}

/** What is filtered and sorted by, so that the plain form keeps it. */
function Kept({ query }: { query: URLSearchParams }) {
  return [...query]
    .filter(([name]) => ["category", "subCategory", "offer", "sort"].includes(name))
    .map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}

function SearchButtons({ onClose }: { onClose: () => void }) {
  return (
    <>
      <button type="submit" className="icon-button" aria-label={t("Search")}>
        <Icon name="arrow" />
      </button>
      <button
        type="button"
        className="icon-button needs-script"
        aria-label={t("Close search")}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </>
  );
}
