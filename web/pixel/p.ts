import { adOnPage, isArrival, newId, pageOf } from './ad-click.ts';
import { delivery } from './delivery.ts';
import { type Click, clickStore, quietly, windowMs } from './kept-click.ts';

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
  /** Reports a page view that no change of the address tells of. */
  page(): boolean;
  push(call: [name: Exclude<keyof Pixel, 'push'>, ...args: never[]]): void;
};
type Scope = { svc?: Pixel | Parameters<Pixel['push']>[0][] };

const scope = window as Scope;
const tag = (document.currentScript ??
  document.querySelector('script[data-key][src*="/pixel/p.js"]')) as HTMLScriptElement | null;
const key = tag?.dataset.key;

if (tag && key && (!scope.svc || Array.isArray(scope.svc))) {
  const begin = () => quietly(() => start(tag, key));
  // A page that is only prepared has no visitor yet.
  if ((document as { prerendering?: boolean }).prerendering)
    addEventListener('prerenderingchange', begin, { once: true });
  else begin();
}

function start({ src, dataset }: HTMLScriptElement, key: string): void {
  const store = clickStore(dataset.cookieDomain);
  const ad = adOnPage();
  const arrival = isArrival();
  let allowed = dataset.consent !== 'false';
  let counted = '';
  let click: Click;

  const save = () => {
    if (allowed) store.save(click);
  };
  const service = delivery(src.replace(/\/pixel\/p\.js.*/, ''), key, (confirmed) => {
    if (confirmed === click) save();
  });
  const use = (next: Click) => {
    click = next;
    save();
    service.use(click);
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
      const text = JSON.stringify(properties ?? {});
      if (typeof event_type !== 'string') return false;
      if (!/^(?=.{1,64}$)[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(event_type)) return false;
      if (text[0] !== '{' || new Blob([text]).size > 4096) return false;
      service.add({
        event_type,
        url: pageOf(location.href),
        ...(properties && { properties: JSON.parse(text) }),
      });
      return true;
    });
  const page = () => {
    counted = location.pathname + location.search;
    return track('page_viewed');
  };
  const moved = () => {
    if (counted !== location.pathname + location.search) page();
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
      if (allowed === !!given) return;
      allowed = !!given;
      if (!allowed) {
        store.forget();
        click.vid = click.users = undefined;
        return;
      }
      const { vid, click: earlier } = kept();
      use(earlier ?? Object.assign(click, { vid: vid ?? newId('v_') }));
    },
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
      todo: `${pageOf(location.href)}?${ad.parameters}`,
    },
  );
  scope.svc = pixel;
  page();
  early?.forEach(pixel.push);

  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = function (...args) {
      original.apply(this, args);
      moved();
    };
  }
  addEventListener('popstate', moved);
  addEventListener('pagehide', service.last);
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // Back from the browser's memory: a view of its own, and another page may have seen a newer click.
    const stored = allowed ? store.read() : undefined;
    use(stored && stored.sid !== click.sid ? stored : click);
    page();
  });
}
