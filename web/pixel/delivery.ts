import { type Click, internal, json, quietly } from './kept-click.ts';
import type { Settings } from './settings.ts';

export type PageEvent = { event_type: string; url: string; properties?: object };
/** The service takes no member that is missing as an answer. */
export type AdConsent = { ad_user_data?: string; ad_personalization?: string; origin?: string };
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
export function delivery(
  api: string,
  key: string | null,
  say: Settings['say'],
  consent: AdConsent,
  mayLeave: () => boolean,
  confirmed: (click: Click) => void,
) {
  const events: PageEvent[] = [];
  let tries = 0;
  let busy = false;
  let refused = false;
  /** The service did not know the click yet, so its users wait for a retry. */
  let paused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Click;

  const bodyOf = (fields?: object) => json({ key, sid: current.sid, ...fields });
  const beacon = (path: string, fields?: object) => quietly(() => navigator.sendBeacon(api + path, bodyOf(fields)));
  const session = () => ({
    url: current.todo?.slice(0, 8000),
    vid: current.vid,
    consent: consent.origin ? consent : !!current.vid,
    referrer: document.referrer.replace(/[?#].*/, ''),
    webdriver: navigator.webdriver || undefined,
    internal: quietly(() => !!localStorage.getItem(internal)) || undefined,
  });
  const statement = () => `${consent.ad_user_data} ${consent.ad_personalization}`;
  const isUnsaid = () => consent.origin && !current.todo && current.ads !== statement();

  const post = async (path: string, fields: object): Promise<Response> => {
    const body = bodyOf(fields);
    const answer = await fetch(api + path, {
      method: 'POST',
      body,
      keepalive: body.length < keepaliveBytes,
      credentials: 'omit',
    });
    say(path, answer.status, answer.ok ? '' : await answer.text());
    if (answer.status > 499 || answer.status === 429) throw answer;
    // Another 4xx means a wrong key or origin, which a retry would not change.
    if (!answer.ok && answer.status < 404) refused = true;
    return answer;
  };

  const send = async (): Promise<void> => {
    timer = undefined;
    if (busy) return;
    busy = true;
    let batch: PageEvent[] = [];
    try {
      while (!refused) {
        const click = current;
        const [user] = click.users ?? [];
        const ads = statement();
        if (isUnsaid()) {
          await post('consent', { consent });
          click.ads = ads;
        }
        // A withdrawal stops everything but its own message.
        else if (!mayLeave()) break;
        else if (click.todo) {
          const answer = await post('sessions', session());
          if (refused) break;
          if (answer.ok) {
            const { sid, expires_at, verify } = (await answer.json()) as Session;
            const end = Date.parse(expires_at);
            // An end of the click window that is months away comes from a wrong clock and is ignored.
            if (Math.abs(end - Date.now()) < longestWindowMs) click.end = end;
            // The service replaces the click ID if another visitor already had it.
            Object.assign(click, { sid, verify });
          }
          Object.assign(click, { ads, todo: undefined });
        } else if (events[0]) {
          batch = events.splice(0, maxEvents);
          await post('events', { events: batch });
          batch = [];
          continue;
        } else if (user && !paused) {
          const { status } = await post('identify', { external_user_id: user });
          click.missed = paused = status === 404 && !click.missed;
          if (paused)
            setTimeout(() => {
              paused = false;
              later(0);
            }, missedRetryMs);
          else if (click.users?.shift()) click.known = [...(click.known ?? []), hashOf(user)];
        } else break;
        confirmed(click);
      }
      tries = 0;
    } catch {
      events.unshift(...batch);
      if (++tries < maxTries) later(250 * 4 ** tries);
    }
    busy = false;
  };

  const later = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(send, ms);
  };

  /** Events that a page sends within 20 ms share a request. */
  const soon = (): void => {
    if (!timer) later(20);
  };

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
      current.verify = !beacon('interactions');
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
      soon();
    },
    /** A click's user is sent once. Returns whether the user is being sent or was sent. */
    identify(user: string): boolean {
      const { users = [], known: knownHashes = [] } = current;
      if (knownHashes.includes(hashOf(user)) || users.includes(user)) return true;
      if (users.length + knownHashes.length >= maxUsers) return false;
      current.users = [...users, user];
      confirmed(current);
      soon();
      return true;
    },
    soon,
    drop: (): PageEvent[] => events.splice(0),
    /** The page ends, so the browser gets everything unconfirmed. */
    last(): void {
      if (refused || !navigator.onLine) return;
      if (isUnsaid()) beacon('consent', { consent });
      if (!mayLeave()) return;
      if (current.todo) beacon('sessions', session());
      // A beacon's outcome is unknown, so the next page sends the users again.
      else if (!paused) for (const user of current.users ?? []) beacon('identify', { external_user_id: user });
      if (events[0]) beacon('events', { events: events.splice(0, maxEvents) });
    },
  };
}

/** FNV-1a with 32 bits suffices to recognize an ID on this browser. */
function hashOf(text: string): number {
  return [...text].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193), 0x811c9dc5);
}
