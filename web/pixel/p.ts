import { adOnPage, hashRoute, isArrival, newId, pageAddress, pageQuery } from './ad-click.ts';
import { hearConsent } from './consent-signals.ts';
import { delivery, type PageEvent } from './delivery.ts';
import { type Click, clickStore, internal, json, quietly, windowMs } from './kept-click.ts';
import { type Settings, settingsOf } from './settings.ts';

/** What pages see as `svc`. Before the script has loaded, an array of such calls can take its place. */
type Pixel = {
  /** The click id, to be sent with a conversion. */
  sid(): string;
  /** The visitor id; nothing without consent. */
  vid(): string | undefined;
  /** Whether the visitor allows to be recognised. Withdrawing it removes what is stored. */
  consent(given: boolean): void;
  /** Reports an event: a name in snake_case and facts without personal data. False when it cannot be sent. */
  track(eventType: string, properties?: object): boolean;
  /** Links the ad click to the account's own ID of the user. False without consent, or when it is no ID. */
  identify(userId: string): boolean;
  /** Marks the clicks of this browser as those of your own staff, from the next click on. */
  internal(on: boolean): void;
  /** Reports a page view that changes no address. */
  page(): boolean;
  push(call: [name: Exclude<keyof Pixel, 'push'>, ...args: never[]]): void;
};
type Scope = { svc?: Pixel | Parameters<Pixel['push']>[0][] };

const scope = window as Scope;
const isView = ({ event_type }: PageEvent) => event_type === 'page_viewed';
/** As many as wait when the network is gone. */
const maxWaiting = 200;
const tag = (document.currentScript ??
  document.querySelector('script[src*="/pixel/p.js"]')) as HTMLScriptElement | null;
const settings = tag && quietly(() => settingsOf(tag));

if (tag && settings && (!scope.svc || Array.isArray(scope.svc))) {
  const { key } = settings;
  const begin = () => quietly(() => key && start(tag.src, { ...settings, key }));
  if (!key)
    // biome-ignore lint/suspicious/noConsole: the page's author sees it nowhere else
    console.warn(
      'adtrail: the pixel has no key. Add data-key="pk_…" to its script, or ?key=pk_… to its address.',
    );
  // A page that is only prepared has no visitor yet.
  else if ((document as { prerendering?: boolean }).prerendering)
    addEventListener('prerenderingchange', begin, { once: true });
  else begin();
}

function start(src: string, { key, consent: mode, cookieDomain, say }: Settings & { key: string }): void {
  const store = clickStore(cookieDomain);
  const optedOut = !!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  /** Nothing leaves the page before consent. */
  const holds = mode === 'hold' || mode === 'auto';
  const waiting: PageEvent[] = [];
  const ad = adOnPage();
  const arrival = isArrival();
  let allowed = mode === 'given' && !optedOut;
  let counted: [path: string, query: string];
  /** Whether the view of this page was dropped, because the visitor had refused. */
  let isViewDropped = false;
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

  /** The click that this browser keeps, unless this page is a newer one. A network's id identifies one click permanently. */
  const kept = () => {
    const stored = allowed ? store.read() : undefined;
    const isNew = ad.isClick && arrival && !(ad.hasNetworkId && stored?.ad === ad.parameters);
    return { vid: stored?.vid, click: isNew ? undefined : stored };
  };

  const track: Pixel['track'] = (event_type, properties) =>
    !!quietly(() => {
      // A copy, since the page may change what it gave; and nothing that would make the service refuse the others.
      const text = json(properties ?? {});
      if (
        !/^(?=.{1,64}$)[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(typeof event_type === 'string' ? event_type : '') ||
        text[0] !== '{' ||
        new Blob([text]).size > 4096
      ) {
        say('not sent: an event is a name in snake_case and an object of at most 4 KB', event_type);
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

  const early = scope.svc as Parameters<Pixel['push']>[0][] | undefined;
  const pixel: Pixel = {
    sid: () => click.sid,
    vid: () => click.vid,
    page,
    track,
    identify: (userId) =>
      allowed && typeof userId === 'string' && /^.{1,512}$/s.test(userId) && service.identify(click, userId),
    consent(given) {
      if (!given) {
        // Also what a page of another host has stored, or an earlier visit.
        store.forget();
        click.vid = click.users = undefined;
        const dropped = [...waiting.splice(0), ...(holds ? service.drop() : [])];
        isViewDropped ||= dropped.some(isView);
      }
      if (allowed === !!given) return;
      allowed = !!given;
      say(allowed ? 'consent given' : 'consent withdrawn');
      if (!allowed) return;
      const { vid, click: earlier } = kept();
      use(earlier ?? Object.assign(click, { vid: vid ?? newId('v_') }));
      // A visitor who agrees after a refusal is counted from here on, and with this page.
      if (isViewDropped && !waiting.some(isView)) page();
      isViewDropped = false;
      waiting.splice(0).forEach(service.add);
    },
    internal: (on) =>
      void quietly(() => (on ? localStorage.setItem(internal, '1') : localStorage.removeItem(internal))),
    push: ([name, ...args]) => void quietly(() => (pixel[name] as (...args: never[]) => void)(...args)),
  };

  const first = kept();
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
  if (!allowed)
    say(optedOut ? 'Global Privacy Control: nothing is stored' : 'no consent yet: nothing is stored', mode);
  else if (!quietly(() => document.cookie.includes(pixel.sid())))
    say('the cookie was not stored: cookies are blocked, or data-cookie-domain is not a domain of this page');
  page();
  const lookAgain =
    mode === 'auto' &&
    hearConsent((given, from) => {
      say(`${from} says`, given);
      pixel.consent(given);
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
    if (lookAgain) lookAgain();
    if (mayLeave()) service.last();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // Back from the browser's memory: a view of its own, and another page may have seen a newer click.
    const stored = allowed ? store.read() : undefined;
    use(stored && stored.sid !== click.sid ? stored : click);
    page();
  });
}
