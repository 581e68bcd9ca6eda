import { adOnPage, hashRoute, isArrival, newId, pageAddress, pageQuery } from './ad-click.ts';
import { observeConsent, type Purpose, purposes } from './consent-signals.ts';
import { type AdConsent, delivery } from './delivery.ts';
import { type Click, clickStore, internal, json, quietly, windowMs } from './kept-click.ts';
import { type Settings, settingsOf, toConsole } from './settings.ts';

/** Pages use the pixel as `svc`. Before the script has loaded, an array of calls can replace it. */
type Pixel = {
  sid(): string;
  vid(): string | undefined;
  /**
   * A boolean says whether the click may be stored, and a withdrawal removes all stored data. An object states
   * purposes as `granted` or `denied`.
   */
  consent(given: boolean | Partial<Record<Purpose, string>>): void;
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
const tag = (document.currentScript ?? document.querySelector('script[src*="/pixel/p.js"]')) as HTMLScriptElement | null;
const settings = quietly(() => settingsOf(tag as HTMLScriptElement));

if (settings && (!scope.svc || Array.isArray(scope.svc))) {
  const begin = () => quietly(() => start(settings));
  if (!settings.key) toConsole('the pixel has no key. Add data-key or ?key=pk_');
  // A page has no visitor while it is prerendering.
  else if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', begin);
  else begin();
}

function start({ key, api, consent: mode, cookieDomain, say }: Settings): void {
  const store = clickStore(cookieDomain);
  const optedOut = !!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  const ad = adOnPage();
  let allowed = false;
  let counted: [path: string, query: string];
  /** The view of this page was dropped, because the visitor had refused consent. */
  let isViewDropped = false;
  /**
   * The page's own call is an answer, so a default of a consent platform does not replace it. Global Privacy Control
   * is the visitor's choice, which only an answer on this site replaces.
   */
  const answered: Partial<Record<Purpose, true>> = {};
  const ads: AdConsent = {};
  const ts = Date.now();
  let click: Click = {
    sid: newId('s_'),
    ts,
    end: ts + windowMs,
    ad: ad.parameters,
    todo: `${location.href.replace(/[?#].*/, '')}?${ad.query}`,
  };

  const mayLeave = () => allowed || !/hold|auto/.test(mode);
  const save = (changed: Click) => {
    if (allowed && changed === click) store.save(click);
  };
  const service = delivery(api, key, say, ads, mayLeave, save);
  const use = (next: Click) => {
    click = next;
    save(click);
    service.use(click);
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
        return say('not sent: an event is a name in snake_case', event_type);
      }
      const event = {
        event_type,
        url: pageAddress(),
        properties: properties ? JSON.parse(text) : undefined,
      };
      service.add(event);
      return true;
    });
  const place = (): typeof counted => [location.pathname + hashRoute(), pageQuery()];
  const page = () => {
    counted = place();
    isViewDropped = false;
    return track('page_viewed');
  };
  /** A page that replaces the query of its own address stays the same page. */
  const moved = (isReplaced: boolean) => {
    const [path, query] = counted;
    counted = place();
    if (path !== counted[0] || (!isReplaced && query !== counted[1])) page();
  };

  const setConsent = (isGiven: boolean) => {
    if (!isGiven) {
      // The service has the click of an earlier page, so it receives the refusal.
      const stored = !mayLeave() && store.read();
      if (stored) service.use(stored);
      allowed = false;
      store.forget();
      click.vid = click.users = undefined;
      if (!mayLeave()) isViewDropped = service.drop().some(({ event_type }) => event_type === 'page_viewed') || isViewDropped;
    } else if (!allowed) {
      allowed = true;
      const stored = store.read();
      // A newer click of this page has priority over the stored click. A network's ID identifies one click permanently.
      const isNew = ad.isClick && isArrival() && !(ad.hasNetworkId && stored?.ad === ad.parameters);
      click.vid = stored?.vid ?? newId('v_');
      use((!isNew && stored) || click);
      if (isViewDropped) page();
    }
  };

  const state = (purpose: Purpose, isGiven: boolean, origin: string) => {
    say(origin, purpose, isGiven);
    if (purpose === 'ad_storage') setConsent(isGiven);
    else {
      ads[purpose] = isGiven ? 'granted' : 'denied';
      ads.origin = origin;
      service.soon();
    }
  };

  const early = scope.svc as Parameters<Pixel['push']>[0][] | undefined;
  const pixel: Pixel = {
    sid: () => click.sid,
    vid: () => click.vid,
    page,
    track,
    identify: (userId) => allowed && typeof userId === 'string' && /^.{1,512}$/s.test(userId) && service.identify(userId),
    consent(given) {
      purposes.forEach((purpose, index) => {
        const word = !given ? 'denied' : typeof given === 'object' ? given[purpose] : !index && 'granted';
        if (word !== 'granted' && word !== 'denied') return;
        answered[purpose] = true;
        state(purpose, word === 'granted', 'page');
      });
    },
    internal: (on) => void quietly(() => (on ? localStorage.setItem(internal, '1') : localStorage.removeItem(internal))),
    push: ([name, ...args]) => void quietly(() => (pixel[name] as (...args: never[]) => void)(...args)),
  };

  const { sid } = click;
  service.use(click);
  if (!mode && !optedOut) setConsent(true);
  scope.svc = pixel;
  say(click.sid === sid ? 'new click' : 'kept click', click.sid, ad.parameters);
  if (!quietly(() => document.cookie.includes(click.sid))) say('the cookie was not stored', mode, cookieDomain);
  page();
  if (optedOut) for (const purpose of purposes.slice(1)) state(purpose, false, 'gpc');
  const observe = mode === 'auto' ? observeConsent : () => () => {};
  const recheckConsent = observe((purpose, isGiven, origin, isAnswer) => {
    if (isAnswer || !(optedOut || answered[purpose])) state(purpose, isGiven, origin);
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
    recheckConsent();
    service.last();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // A return from the browser's memory is a view, and another page may have seen a newer click.
    use((allowed && store.read()) || click);
    page();
  });
}
