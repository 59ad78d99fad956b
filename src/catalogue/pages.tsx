import { t } from "../language/t.ts";
import { Link } from "../ui/link.tsx";
import { pagesOf, type Selection, selectionPath } from "./selection.ts";

/** Links to the pages of the collection; nothing when there is only one. */
export function Pages({ selection, page, total }: { selection: Selection; page: number; total: number }) {
  const last = pagesOf(total);
  if (last === 1) return null;
  const to = (wanted: number) => selectionPath({ ...selection, page: wanted });
  return (
    <nav className="pages" aria-label={t("Pages")}>
      {page > 1 && (
        <Link className="button button-quiet" to={to(page - 1)} rel="prev">
          {t("Previous")}
        </Link>
      )}
      <ul className="pages-list">
        {around(page, last).map((each) => (
          <li key={each}>
            <Link
              to={to(each)}
              className="pages-link"
              aria-label={t("Page {each}", { each })}
              aria-current={each === page ? "page" : undefined}
            >
              {each}
            </Link>
          </li>
        ))}
      </ul>
      {page < last && (
        <Link className="button button-quiet" to={to(page + 1)} rel="next">
          {t("Next")}
        </Link>
      )}
    </nav>
  );
}

/** The first, the last and those near the page; a gap shows as a jump in the numbers. */
function around(page: number, last: number): number[] {
  const near = [page - 1, page, page + 1].filter((each) => each > 1 && each < last);
  return [1, ...near, last];
}
