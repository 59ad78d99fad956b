import type { LineWatch } from "../../platform/browser/line-back.ts";
import { newId } from "../../platform/browser/new-id.ts";
import { failureOf } from "../app/calls/call-staff.ts";
import type { ChosenPicture, ChosenPictures, preparePicture, SendWatch, SentFile } from "./send-picture.ts";

/** A chosen picture on its way to its product. */
export type Sending = {
  key: string;
  productId: string;
  name: string;
  /** "paused": it resumes automatically or by "Try again"; "failed": only by "Try again". */
  step: "waiting" | "shrinking" | "sending" | "processing" | "paused" | "failed";
  /** Bytes sent, and all bytes; both 0 until the picture is made small. */
  sent: number;
  size: number;
  /** Why it is paused, or failed. */
  why?: string;
};

export type QueueState = {
  sendings: readonly Sending[];
  /** The latest event, for screen readers. */
  said: { productId: string; words: string };
  /** This browser cannot store the files: when the page is closed, they are lost. */
  unkept: boolean;
};

/** The address of the finished picture, or a sentence that says why there is none. */
type Outcome = { picture?: string | undefined; why?: string | undefined };

type Dependencies = {
  chosen: ChosenPictures;
  prepare: typeof preparePicture;
  send: (file: SentFile, watch: SendWatch) => Promise<Outcome>;
  /** Adds the picture at this address to the product; without one, shows what another tab has added. */
  save: (productId: string, picture?: string) => Promise<unknown>;
  /** Runs `work` in one tab at a time. */
  inOneTab: (name: string, work: () => Promise<void>) => Promise<unknown>;
  watchLine: () => LineWatch;
};

type Current = { key: string; leave: AbortController; wake?: () => void };

const UNREADABLE = "This file can no longer be read. Choose it again.";

/**
 * Sends pictures one after the other, in the order in which they were chosen: each is made small, sent, and added to its
 * product. The files are stored until then. What a lost connection stopped is sent again.
 */
export class PictureQueue {
  readonly #deps: Dependencies;
  readonly #files = new Map<string, ChosenPicture>();
  readonly #kept = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #state: QueueState = { sendings: [], said: { productId: "", words: "" }, unkept: false };
  #running = false;
  /** Ends the work on the current picture, or its pause. */
  #current: Current | undefined;
  #line: LineWatch | undefined;

  constructor(parts: Dependencies) {
    this.#deps = parts;
  }

  readonly state = () => this.#state;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Stores the files, then sends them. */
  async add(productId: string, files: readonly File[]): Promise<void> {
    const now = Date.now();
    const chosen = files.map((file, place) => ({
      key: newId(),
      productId,
      name: file.name,
      at: now + place,
      file,
    }));
    this.#say(
      productId,
      chosen.length === 1 ? "1 picture is chosen." : `${chosen.length} pictures are chosen.`,
    );
    this.#list(chosen);
    for (const picture of chosen) await this.#keep(picture);
    void this.#run();
  }

  /** Continues with pictures that were chosen for this product before the page was closed. */
  async resume(productId: string): Promise<void> {
    const kept = await this.#deps.chosen.ofProduct(productId).catch(() => []);
    for (const { key } of kept) this.#kept.add(key);
    this.#list(kept.filter(({ key }) => !this.#files.has(key)));
    void this.#run();
  }

  retry(key: string): void {
    if (this.#current?.key === key) this.#current.wake?.();
    if (this.#find(key)?.step === "failed") {
      this.#update(key, { step: "waiting" });
      void this.#run();
    }
  }

  /** Removes a picture from the queue, whatever its step. */
  leaveOut(key: string): void {
    const left = this.#find(key);
    if (!left) return;
    this.#say(left.productId, `${left.name} is left out.`);
    void this.#drop(key);
    if (this.#current?.key === key) this.#current.leave.abort();
  }

  #list(chosen: readonly ChosenPicture[]): void {
    for (const picture of chosen) this.#files.set(picture.key, picture);
    const listed = chosen.map(({ key, productId, name, file, isSmall }) => ({
      ...{ key, productId, name },
      ...{ step: "waiting" as const, sent: 0, size: isSmall ? file.size : 0 },
    }));
    this.#publish({ sendings: [...this.#state.sendings, ...listed] });
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (let next = this.#next(); next; next = this.#next()) await this.#work(next.key);
    this.#running = false;
  }

  #next(): Sending | undefined {
    return this.#state.sendings.find(({ step }) => step !== "failed");
  }

  async #work(key: string): Promise<void> {
    const current: Current = { key, leave: new AbortController() };
    this.#current = current;
    try {
      await this.#deps.inOneTab(`picture ${key}`, () => this.#deliver(key, current.leave.signal));
      this.#line?.end();
      this.#line = undefined;
    } catch (error) {
      if (!current.leave.signal.aborted) await this.#fail(current, error);
    }
    this.#current = undefined;
  }

  /** Takes a picture through all steps until its product has it. @throws CallError */
  async #deliver(key: string, signal: AbortSignal): Promise<void> {
    const sending = this.#find(key);
    const picture = this.#files.get(key);
    if (!sending || !picture) return;
    const { productId, name } = sending;
    // another tab has delivered it meanwhile
    if (this.#kept.has(key) && !(await this.#deps.chosen.has(key).catch(() => true))) {
      await this.#drop(key);
      return void (await this.#deps.save(productId));
    }
    const { picture: address, why = "" } = await this.#send(picture, signal);
    endWhenLeft(signal);
    if (!address) return this.#refuse(sending, why);
    await this.#deps.save(productId, address);
    this.#say(productId, `${name} is added.`);
    await this.#drop(key);
  }

  async #send(picture: ChosenPicture, signal: AbortSignal): Promise<Outcome> {
    const { key } = picture;
    const small = await this.#shrink(picture);
    if ("why" in small) return small;
    endWhenLeft(signal);
    const { file, name } = small;
    this.#update(key, { step: "sending", size: file.size });
    const onSent = (sent: number) =>
      this.#update(key, { sent, step: sent < file.size ? "sending" : "processing" });
    return this.#deps.send({ file, name }, { signal, onSent });
  }

  /** Makes a picture small, once, even if it is sent several times. */
  async #shrink(picture: ChosenPicture) {
    const { key, isSmall } = picture;
    if (isSmall) return picture;
    this.#update(key, { step: "shrinking" });
    const prepared = await this.#deps.prepare(picture.file).catch(() => ({ why: UNREADABLE }));
    if ("why" in prepared) return prepared;
    const small = { ...picture, ...prepared, isSmall: true as const };
    if (this.#files.has(key)) {
      this.#files.set(key, small);
      await this.#keep(small);
    }
    return small;
  }

  #refuse({ key, name, productId }: Sending, why: string): void {
    this.#update(key, { step: "failed", why });
    this.#say(productId, `${name} is not added. ${why}`);
  }

  /** Pauses on a lost connection, a busy shop or an ended sign-in; after any other failure the picture waits for "Try again". */
  async #fail(current: Current, error: unknown): Promise<void> {
    const sending = this.#find(current.key);
    if (!sending) return;
    const { status, message } = failureOf(error);
    const why = status === 0 ? NO_LINE : message;
    const isRefused = !isTransient(status) && !isSignedOut(status);
    if (isRefused) return this.#refuse(sending, why);
    this.#update(current.key, { step: "paused", sent: 0, why });
    this.#say(sending.productId, `${sending.name} waits. ${why}`);
    await this.#pause(current, isTransient(status));
    this.#update(current.key, { step: "waiting" });
  }

  /** Waits until somebody presses "Try again" or leaves it out, or with `automatically` until the connection may be back. */
  async #pause(current: Current, automatically: boolean): Promise<void> {
    const woken = new Promise<void>((wake) => {
      current.wake = wake;
      current.leave.signal.addEventListener("abort", () => wake());
    });
    if (!automatically) return woken;
    this.#line ??= this.#deps.watchLine();
    await Promise.race([woken, this.#line.back()]);
  }

  async #keep(picture: ChosenPicture): Promise<void> {
    try {
      await this.#deps.chosen.keep(picture);
      this.#kept.add(picture.key);
      // left out meanwhile
      if (!this.#files.has(picture.key)) await this.#drop(picture.key);
    } catch {
      this.#publish({ unkept: true });
    }
  }

  async #drop(key: string): Promise<void> {
    this.#files.delete(key);
    this.#publish({ sendings: this.#state.sendings.filter((each) => each.key !== key) });
    if (this.#kept.delete(key)) await this.#deps.chosen.forget(key).catch(() => {});
  }

  #find(key: string): Sending | undefined {
    return this.#state.sendings.find((each) => each.key === key);
  }

  #update(key: string, { why, ...news }: Partial<Sending>): void {
    this.#publish({
      sendings: this.#state.sendings.map((each) => {
        if (each.key !== key) return each;
        const { why: _, ...before } = each;
        return { ...before, ...news, ...(why !== undefined && { why }) };
      }),
    });
  }

  #say(productId: string, words: string): void {
    this.#publish({ said: { productId, words } });
  }

  #publish(news: Partial<QueueState>): void {
    this.#state = { ...this.#state, ...news };
    for (const listener of this.#listeners) listener();
  }
}

/** As throwIfAborted, which Safari has from 15.4 and Chrome from 100 on. @throws DOMException AbortError */
function endWhenLeft({ aborted }: AbortSignal): void {
  if (aborted) throw new DOMException("left out", "AbortError");
}

const NO_LINE = "No connection. It goes on by itself once there is one.";

/** No answer, too slow, too many requests, or a shop that is down: the same request may well succeed later. */
function isTransient(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** Pauses the queue until "Try again": a person who closed the sign-in dialog is not asked again for each picture. */
function isSignedOut(status: number): boolean {
  return status === 401 || status === 403;
}
