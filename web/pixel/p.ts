import { adOnPage, hashRoute, isArrival, newId, pageAddress, pageQuery } from './ad-click.ts';
import { observeConsent } from './consent-signals.ts';
import { delivery, type PageEvent } from './delivery.ts';
import { type Click, clickStore, internal, json, quietly, windowMs } from './kept-click.ts';
import { type Settings, settingsOf } from './settings.ts';

/** Pages use the pixel as `svc`. Before the script has loaded, an array of calls can replace it. */
type Pixel = {
  sid(): string;
  vid(): string | undefined;
  /** A withdrawal removes all stored data. */
  consent(isGiven: boolean): void;
  /**
   * `eventType` is in snake_case, and `properties` have no personal data. Returns false if the event cannot
   * be sent.
   */
  track(eventType: string, properties?: object): boolean;
  /** Returns false without consent, or for an invalid user ID. */
  identify(userId: string): boolean;
  internal(on: boolean): void;
  page(): boolean;
  push(call: [name: Exclude<keyof Pixel, 'push'>, ...args: never[]]): void;
};
type Scope = { svc?: Pixel | Parameters<Pixel['push']>[0][] };

const scope = window as Scope;
const isView = ({ event_type }: PageEvent) => event_type === 'page_viewed';
const maxWaiting = 200;
const tag = (document.currentScript ?? document.querySelector('script[src*="/pixel/p.js"]')) as HTMLScriptElement | null;
const settings = tag && quietly(() => settingsOf(tag));

if (tag && settings && (!scope.svc || Array.isArray(scope.svc))) {
  const { key } = settings;
  const begin = () => quietly(() => key && start(tag.src, { ...settings, key }));
  if (!key)
    // biome-ignore lint/suspicious/noConsole: the page's author sees the message nowhere else.
    console.warn('adtrail: the pixel has no key. Add data-key to its script, or ?key=pk_… to its address.');
  // A page has no visitor while it is prerendering.
  else if ((document as { prerendering?: boolean }).prerendering) addEventListener('prerenderingchange', begin, { once: true });
  else begin();
}

function start(src: string, { key, consent: mode, cookieDomain, say }: Settings & { key: string }): void {
  const store = clickStore(cookieDomain);
  const optedOut = !!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  const holds = /hold|auto/.test(mode);
  const waiting: PageEvent[] = [];
  const ad = adOnPage();
  const arrival = isArrival();
  let allowed = mode === 'given' && !optedOut;
  let counted: [path: string, query: string];
  /** The view of this page was dropped, because the visitor had refused consent. */
  let isViewDropped = false;
  /** The page's own call is an answer, so a default of a consent platform does not replace it. */
  let isAnsweredByPage = false;
  let click: Click;

  const mayLeave = () => allowed || !holds;
  const save = () => {
    if (allowed) store.save(click);
  };
  const service = delivery(src.replace(/\/pixel\/p\.js.*/, ''), { key, say }, (confirmed) => {
    if (confirmed === click) save();
  });
  const use = (next: Click) => {
    click = next;
    save();
    if (mayLeave()) service.use(click);
  };

  /**
   * A newer click of this page has priority over the stored click. A network's ID identifies one click
   * permanently.
   */
  const storedClick = () => {
    const stored = allowed ? store.read() : undefined;
    const isNew = ad.isClick && arrival && !(ad.hasNetworkId && stored?.ad === ad.parameters);
    return { vid: stored?.vid, click: isNew ? undefined : stored };
  };

  const track: Pixel['track'] = (event_type, properties) =>
    !!quietly(() => {
      // The page may change its object later. Invalid values must not make the service reject the other
      // events.
      const text = json(properties ?? {});
      if (
        !/^(?=.{1,64}$)[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(typeof event_type === 'string' ? event_type : '') ||
        text[0] !== '{' ||
        new Blob([text]).size > 4096
      ) {
        say('not sent: an event is a name in snake_case, up to 4 KB', event_type);
        return false;
      }
      const event = {
        event_type,
        url: pageAddress(),
        ...(properties && { properties: JSON.parse(text) }),
      };
      if (mayLeave()) service.add(event);
      else if (waiting.length < maxWaiting) waiting.push(event);
      return true;
    });
  const path = () => location.pathname + hashRoute();
  const page = () => {
    counted = [path(), pageQuery()];
    return track('page_viewed');
  };
  /** A page that replaces the query of its own address stays the same page. */
  const moved = (isReplaced: boolean) => {
    const [countedPath, countedQuery] = counted;
    if (path() !== countedPath || (!isReplaced && pageQuery() !== countedQuery)) page();
    else counted = [path(), pageQuery()];
  };

  const setConsent = (isGiven: boolean) => {
    if (!isGiven) {
      store.forget();
      click.vid = click.users = undefined;
      const dropped = [...waiting.splice(0), ...(holds ? service.drop() : [])];
      isViewDropped ||= dropped.some(isView);
    }
    if (allowed === isGiven) return;
    allowed = isGiven;
    say(allowed ? 'consent given' : 'consent withdrawn');
    if (!allowed) return;
    const { vid, click: earlier } = storedClick();
    use(earlier ?? Object.assign(click, { vid: vid ?? newId('v_') }));
    if (isViewDropped && !waiting.some(isView)) page();
    isViewDropped = false;
    waiting.splice(0).forEach(service.add);
  };

  const early = scope.svc as Parameters<Pixel['push']>[0][] | undefined;
  const pixel: Pixel = {
    sid: () => click.sid,
    vid: () => click.vid,
    page,
    track,
    identify: (userId) => allowed && typeof userId === 'string' && /^.{1,512}$/s.test(userId) && service.identify(click, userId),
    consent(isGiven) {
      isAnsweredByPage = true;
      setConsent(!!isGiven);
    },
    internal: (on) => void quietly(() => (on ? localStorage.setItem(internal, '1') : localStorage.removeItem(internal))),
    push: ([name, ...args]) => void quietly(() => (pixel[name] as (...args: never[]) => void)(...args)),
  };

  const first = storedClick();
  const ts = Date.now();
  use(
    first.click ?? {
      sid: newId('s_'),
      vid: allowed ? (first.vid ?? newId('v_')) : undefined,
      ts,
      end: ts + windowMs,
      ad: ad.parameters,
      todo: `${location.href.replace(/[?#].*/, '')}?${ad.query}`,
    },
  );
  scope.svc = pixel;
  say(first.click ? 'kept click' : 'new click', pixel.sid(), ad.parameters, pageAddress());
  if (!allowed) say(optedOut ? 'Global Privacy Control: nothing is stored' : 'no consent yet: nothing is stored', mode);
  else if (!quietly(() => document.cookie.includes(pixel.sid()))) say('the cookie was not stored: blocked, or a wrong data-cookie-domain');
  page();
  const recheckConsent =
    mode === 'auto' &&
    observeConsent((isGiven, from, isAnswer) => {
      // Global Privacy Control is the visitor's choice, which only an answer on this site replaces.
      if (!isAnswer && (isAnsweredByPage || optedOut)) return;
      say(`${from} says`, isGiven);
      setConsent(isGiven);
    });
  early?.forEach(pixel.push);

  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function (...args) {
      original.apply(this, args);
      moved(name === 'replaceState');
    };
  }
  addEventListener('popstate', () => moved(false));
  addEventListener('pagehide', () => {
    if (recheckConsent) recheckConsent();
    if (mayLeave()) service.last();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // A return from the browser's memory is a view, and another page may have seen a newer click.
    const stored = allowed ? store.read() : undefined;
    use(stored && stored.sid !== click.sid ? stored : click);
    page();
  });
}
