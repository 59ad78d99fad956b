import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import { Notice } from "../../ui/notice.tsx";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { ListPage } from "../app/lists.tsx";
import { type LoaderArgs, readList, titled, useMay } from "../app/page.ts";
import type * as contract from "./contract.ts";

export function loader(args: LoaderArgs) {
  return readList<typeof contract.listEpisodes>(args, "/api/staff/episodes", [{ name: "q" }]);
}

export const meta = titled("Episodes");

/** The podcast's episodes, as its feed lists them, newest first. */
export default function EpisodesPage() {
  const { feed, ...list } = useLoaderData<typeof loader>();
  return (
    <ListPage
      title="Episodes"
      above={feed ? <Feed feed={feed} /> : <NoFeed />}
      list={list}
      none={
        feed && (
          <Notice kind="empty" title="No episode is known yet">
            <p>The feed is read every hour. An episode is then tied to goods on their own pages.</p>
          </Notice>
        )
      }
    >
      <ul className="review-cards">
        {list.rows.map(({ _id, title, slug, date, goods }) => (
          <li key={_id} className="panel">
            <p dir="auto">
              <strong>{title}</strong>
            </p>
            <p className="row">
              {date !== null && <span>{formatMoment(date)}</span>}
              <span>{goods === 1 ? "1 product" : `${goods} products`}</span>
              <a href={`/episodes/${slug}`}>In the shop</a>
            </p>
          </li>
        ))}
      </ul>
    </ListPage>
  );
}

type FeedProps = { feed: NonNullable<Awaited<ReturnType<typeof loader>>["feed"]> };

function Feed({ feed: { address, readAt, fault } }: FeedProps) {
  const may = useMay();
  const [said, setSaid] = useState("");
  const { busy, failure, start, revalidate } = useAction();
  const read = () =>
    start<typeof contract.readFeed>({ path: "/api/staff/episodes/read" }, () => {
      setSaid("The feed was read.");
      return revalidate();
    });
  return (
    <section className="panel stack" aria-label="Feed">
      <p className="breaks">{address}</p>
      <p>{readAt === null ? "It has not been read yet." : `Read last ${formatMoment(readAt)}.`}</p>
      {fault && <p className="action-failure">{fault} It is tried again every hour.</p>}
      {may("goods.edit") && (
        <p>
          <ActionButton busy={busy} onClick={read}>
            Read the feed now
          </ActionButton>
        </p>
      )}
      <ActionFailure failure={failure} />
      <p role="status">{said}</p>
    </section>
  );
}

function NoFeed() {
  return (
    <Notice kind="empty" title="No feed is set" action={<Link to="/settings/podcast">Set the feed</Link>}>
      <p>Name the address of the podcast's RSS feed, and its episodes can be tied to goods.</p>
    </Notice>
  );
}
