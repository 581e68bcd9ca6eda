import { type Click, internal, json, quietly } from './kept-click.ts';
import type { Settings } from './settings.ts';

export type PageEvent = { event_type: string; url: string; properties?: object };
type Session = { sid: string; expires_at: string; verify?: true };

const maxTries = 5;
const maxEvents = 50;
const maxWaiting = 200;
/** The service stores at most this number of users of a click. */
const maxUsers = 20;
const missedRetryMs = 20_000;
/** A visitor who uses the page for this time counts as a person. */
const usedSeconds = 5;
/** Browsers accept this many bytes for requests that outlive their page. */
const keepaliveBytes = 60_000;
const longestWindowMs = 91 * 86_400_000;

/**
 * Plain text needs no preflight. A repeated session keeps its click ID, so it exists once; a repeated event
 * may arrive twice.
 */
export function delivery(api: string, { key, say }: { key: string; say: Settings['say'] }, confirmed: (click: Click) => void) {
  const events: PageEvent[] = [];
  let tries = 0;
  let busy = false;
  let refused = false;
  /** The service did not know the click yet, so its users wait for a retry. */
  let paused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Click;

  const url = (path: string) => `${api}/api/v1/pixel/${path}`;
  const beacon = (path: string, body: string) => quietly(() => navigator.sendBeacon(url(path), body));
  const sessionBody = ({ sid, vid, todo }: Click) =>
    json({
      key,
      url: todo?.slice(0, 8000),
      sid,
      vid,
      consent: !!vid,
      referrer: document.referrer.replace(/[?#].*/, ''),
      webdriver: navigator.webdriver || undefined,
      internal: quietly(() => !!localStorage.getItem(internal)) || undefined,
    });
  const eventsBody = (batch: PageEvent[]) => json({ key, sid: current.sid, events: batch });
  const userBody = ({ sid }: Click, user: string) => json({ key, sid, external_user_id: user });

  async function post(path: string, body: string): Promise<Response> {
    const answer = await fetch(url(path), {
      method: 'POST',
      body,
      keepalive: body.length < keepaliveBytes,
      credentials: 'omit',
    });
    if (answer.ok) say(path, answer.status);
    else
      void answer.text().then(
        (why) => say(path, answer.status, why),
        () => {},
      );
    if (answer.status > 499 || answer.status === 429) throw answer;
    // Another 4xx means a wrong key or origin, which a retry would not change.
    if (!answer.ok && answer.status < 404) refused = true;
    return answer;
  }

  async function register(click: Click): Promise<void> {
    const answer = await post('sessions', sessionBody(click));
    if (refused) return;
    if (answer.ok) {
      const session = (await answer.json()) as Session;
      // The service replaces the click ID if another visitor already had it.
      click.sid = session.sid;
      const end = Date.parse(session.expires_at);
      // An end of the click window that is months away comes from a wrong clock and is ignored.
      if (Math.abs(end - Date.now()) < longestWindowMs) click.end = end;
      click.verify = session.verify;
    }
    click.todo = undefined;
    confirmed(click);
  }

  async function identify(click: Click): Promise<void> {
    for (let user = click.users?.[0]; user !== undefined && !refused; user = click.users?.[0]) {
      const { status } = await post('identify', userBody(click, user));
      paused = status === 404 && !click.missed;
      click.missed = paused;
      if (paused) {
        setTimeout(() => {
          paused = false;
          later(0);
        }, missedRetryMs);
      } else {
        if (click.users?.shift()) click.known = [...(click.known ?? []), hashOf(user)];
      }
      confirmed(click);
      if (paused) return;
    }
  }

  async function send(): Promise<void> {
    if (busy || refused) return;
    busy = true;
    timer = undefined;
    let batch: PageEvent[] = [];
    try {
      if (current.todo) await register(current);
      while (events.length > 0 && !current.todo && !refused) {
        batch = events.splice(0, maxEvents);
        await post('events', eventsBody(batch));
        batch = [];
      }
      if (!current.todo && !paused) await identify(current);
      tries = 0;
    } catch {
      events.unshift(...batch);
      if (++tries < maxTries) later(1000 * 4 ** (tries - 1));
    }
    busy = false;
    if (tries === 0 && (current.todo || events.length > 0 || (current.users?.length && !paused))) later(0);
  }

  function later(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(send, ms);
  }

  // Scripts of the page dispatch events too, so only trusted events count.
  let isUsed = false;
  let seconds = 0;
  const recordUse = (event: Event) => {
    isUsed ||= event.isTrusted;
  };
  for (const sign of ['scroll', 'keydown', 'pointermove', 'pointerdown']) addEventListener(sign, recordUse, true);
  setInterval(() => {
    if (!document.hidden) seconds++;
    if (isUsed && seconds >= usedSeconds && current.verify) {
      current.verify = !beacon('interactions', json({ key, sid: current.sid }));
      confirmed(current);
    }
  }, 1000);

  addEventListener('online', () => {
    tries = 0;
    later(0);
  });

  return {
    use(click: Click): void {
      current = click;
      later(0);
    },
    add(event: PageEvent): void {
      if (events.length < maxWaiting) events.push(event);
      // Events that a page sends within 20 ms share a request.
      if (!timer && !busy) later(20);
    },
    /** A click's user is sent once. Returns whether the user is being sent or was sent. */
    identify(click: Click, user: string): boolean {
      const { users = [], known: knownHashes = [] } = click;
      if (knownHashes.includes(hashOf(user)) || users.includes(user)) return true;
      if (users.length + knownHashes.length >= maxUsers) return false;
      click.users = [...users, user];
      confirmed(click);
      if (!timer && !busy) later(20);
      return true;
    },
    drop(): PageEvent[] {
      clearTimeout(timer);
      timer = undefined;
      return events.splice(0);
    },
    /** The page ends, so the browser gets everything unconfirmed. */
    last(): void {
      if (refused || !navigator.onLine) return;
      if (current.todo) beacon('sessions', sessionBody(current));
      if (events.length > 0) beacon('events', eventsBody(events.splice(0, maxEvents)));
      // A beacon's outcome is unknown, so the next page sends the users again.
      if (!current.todo && !paused) for (const user of current.users ?? []) beacon('identify', userBody(current, user));
    },
  };
}

/** FNV-1a with 32 bits suffices to recognize an ID on this browser. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
