import { type Click, quietly } from './kept-click.ts';

export type PageEvent = { event_type: string; url: string; properties?: object };
type Session = { sid: string; expires_at: string };

const mostTries = 5;
const mostEvents = 50;
const mostWaiting = 200;
/** What browsers take for requests that outlive their page. */
const keepaliveBytes = 60_000;
const longestWindowMs = 91 * 86_400_000;

/**
 * Brings sessions and events to the service. Bodies are plain text, which needs no preflight. What did not arrive is
 * sent again: a session with the same click id, so that it exists once; an event, at the risk of arriving twice.
 */
export function delivery(api: string, key: string, confirmed: (click: Click) => void) {
  const events: PageEvent[] = [];
  let tries = 0;
  let busy = false;
  let refused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: Click;

  const url = (path: string) => `${api}/api/v1/pixel/${path}`;
  const sessionBody = ({ sid, vid, todo }: Click) =>
    JSON.stringify({
      key,
      url: todo?.slice(0, 8000),
      sid,
      vid,
      consent: !!vid,
      referrer: document.referrer.replace(/[?#].*/, ''),
    });
  const eventsBody = (batch: PageEvent[]) => JSON.stringify({ key, sid: current.sid, events: batch });

  async function post(path: string, body: string): Promise<Session | undefined> {
    const answer = await fetch(url(path), {
      method: 'POST',
      body,
      keepalive: body.length < keepaliveBytes,
      credentials: 'omit',
    });
    if (answer.ok) return answer.json();
    if (answer.status > 499 || answer.status === 429) throw answer;
    // Another 4xx would be the same the next time: the key or the origin is wrong.
    if (answer.status < 404) refused = true;
    return undefined;
  }

  async function register(click: Click): Promise<void> {
    const session = await post('sessions', sessionBody(click));
    // Kept for the next page: whoever runs the shop may mend it.
    if (refused) return;
    if (session) {
      // Another one, if the click id was somebody else's already.
      click.sid = session.sid;
      const end = Date.parse(session.expires_at);
      // Not by a clock that is wrong by months.
      if (Math.abs(end - Date.now()) < longestWindowMs) click.end = end;
    }
    click.todo = undefined;
    confirmed(click);
  }

  async function send(): Promise<void> {
    if (busy || refused) return;
    busy = true;
    timer = undefined;
    let batch: PageEvent[] = [];
    try {
      if (current.todo) await register(current);
      while (events.length > 0 && !current.todo) {
        batch = events.splice(0, mostEvents);
        await post('events', eventsBody(batch));
        batch = [];
      }
      tries = 0;
    } catch {
      events.unshift(...batch);
      if (++tries < mostTries) later(1000 * 4 ** (tries - 1));
    }
    busy = false;
    // A click may have come meanwhile.
    if (tries === 0 && (current.todo || events.length > 0)) later(0);
  }

  function later(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(send, ms);
  }

  addEventListener('online', () => {
    tries = 0;
    later(0);
  });

  return {
    /** Sends for this click from now on. */
    use(click: Click): void {
      current = click;
      later(0);
    },
    add(event: PageEvent): void {
      if (events.length < mostWaiting) events.push(event);
      // Those of one moment go together.
      if (!timer && !busy) later(20);
    },
    /** The page is going: what has not been confirmed is handed to the browser. */
    last(): void {
      if (refused || !navigator.onLine) return;
      const beacon = (path: string, body: string) => quietly(() => navigator.sendBeacon(url(path), body));
      if (current.todo) beacon('sessions', sessionBody(current));
      if (events.length > 0) beacon('events', eventsBody(events.splice(0, mostEvents)));
    },
  };
}
