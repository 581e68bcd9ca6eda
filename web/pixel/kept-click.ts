/** A session as this browser knows it. Times in epoch milliseconds. */
export type Click = {
  sid: string;
  /** The visitor, over several clicks; absent without consent. */
  vid?: string | undefined;
  /** When the session began. */
  ts: number;
  /** When the click window ends. */
  end: number;
  /** The ad's parameters. */
  ad?: string;
  /** The landing address, until the service has confirmed the session. */
  todo?: string | undefined;
  /** IDs of users that the service has not confirmed yet. */
  users?: string[] | undefined;
  /** Hashes of those that it has: an ID is not kept longer than it takes to deliver it. */
  known?: number[] | undefined;
  /** Set when the service did not know the click: it is asked once more. */
  missed?: boolean;
  /** The domain of the cookie, if another page has widened it. */
  domain?: string | undefined;
  /** Set by the shop's own server when it has issued the cookie again. */
  renewed?: number;
};

const name = 'svc_sid';
/** Set in the browsers of the site's own staff. */
export const internal = 'svc_internal';
export const windowMs = 30 * 86_400_000;

/** The click of this browser: in the cookie, which servers read, and once more in localStorage, which outlives it. */
export function clickStore(domain: string | undefined) {
  const labels = location.hostname.split('.');
  /** This host and its parents: a cookie may belong to any of them. */
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  const writeCookie = (value: string, seconds: number, of?: string) => {
    // The document of a sandboxed frame throws; one whose cookies are blocked ignores this.
    quietly(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers later, and not on plain http
      document.cookie = [
        `${name}=${value}`,
        `Path=/; SameSite=Lax; Max-Age=${seconds}`,
        ...(of ? [`Domain=${of}`] : []),
        ...(location.protocol === 'http:' ? [] : ['Secure']),
      ].join('; ');
    });
  };
  /** A host and its parents can each have a cookie of this name, and all of them are sent, in no order. */
  const cookies = () => quietly(() => `; ${document.cookie}`.split(`; ${name}=`).slice(1)) ?? [];
  /** Removes the cookies of this host and its parents. Returns the widest domain that had one. */
  const clear = () => {
    let widest: string | undefined;
    writeCookie('', 0);
    for (const each of domains) {
      const before = cookies().length;
      writeCookie('', 0, each);
      if (cookies().length < before) widest = each;
    }
    return widest;
  };
  return {
    /** The newest click of all cookies and the copy. */
    read(): Click | undefined {
      const copy = clickIn(quietly(() => localStorage.getItem(name)));
      let newest: Kept | undefined = copy && (copy.end ?? copy.ts + windowMs) > Date.now() ? copy : undefined;
      for (const text of cookies()) {
        const [value = ''] = text.split(';');
        const cookie = clickIn(quietly(() => decodeURIComponent(value)) ?? value);
        if (cookie && (!newest || cookie.ts >= newest.ts))
          newest = cookie.sid === copy?.sid ? { ...copy, ...cookie } : cookie;
      }
      const ts = newest?.ts || Date.now();
      return newest && { ...newest, ts, end: (newest.ts && newest.end) || ts + windowMs };
    },

    save(click: Click): void {
      const { sid, vid, ts, end, renewed } = click;
      const seconds = Math.ceil((end - Date.now()) / 1000);
      // A cookie that a server has set lives longer than one that a script writes over it.
      if (seconds > 0 && !renewed) {
        if (cookies().length > 1) click.domain = clear();
        writeCookie(encodeURIComponent(json({ sid, vid, ts, v: 1 })), seconds, domain ?? click.domain);
      }
      quietly(() => localStorage.setItem(name, json({ ...click, renewed: undefined })));
    },

    forget(): void {
      clear();
      quietly(() => localStorage.removeItem(name));
    },
  };
}

/** A cookie does not name the end of the window; the copy does, where the service has confirmed the click. */
type Kept = Omit<Click, 'end'> & { end?: number };

/** A click in a stored text. Its `ts` is 0 where the text has no time: any other click is newer. */
function clickIn(text: string | null | undefined): Kept | undefined {
  const parsed = quietly(() => JSON.parse(text ?? '') as Partial<Click> | null);
  const value = parsed?.sid ? parsed : looseClick(text ?? '');
  if (!value || !/^s_[0-9A-Za-z]{22}$/.test(value.sid ?? '')) return undefined;
  const ts = Number(value.ts) || 0;
  // A library of the page may have spoiled the lists that were stored.
  if (!isListOf(value.users, 'string')) delete value.users;
  if (!isListOf(value.known, 'number')) delete value.known;
  return { ...value, ts } as Kept;
}

/** A click in a cookie that a program of the shop has quoted, escaped or encoded once more. */
function looseClick(text: string): Partial<Click> | undefined {
  const plain = text.replace(/%(?:25)*[\da-f]{2}/gi, ' ');
  const sid = /(?:^|[^0-9A-Za-z])(s_[0-9A-Za-z]{22})(?![0-9A-Za-z])/.exec(plain)?.[1];
  const vid = /\bv_[0-9A-Za-z]{22}\b/.exec(plain)?.[0];
  const ts = Number(/\bts\W+(\d{13})\b/.exec(plain)?.[1]);
  return sid ? { sid, ...(vid && { vid }), ts } : undefined;
}

const isListOf = (value: unknown, type: string) =>
  Array.isArray(value) && value.every((entry) => typeof entry === type);

/** As `JSON.stringify`, without the `toJSON` that old libraries give to lists and texts: it would quote them twice. */
export function json(value: unknown): string {
  const owners = [Object, Array, String, Number, Boolean].map(
    ({ prototype }) => prototype as { toJSON?: unknown },
  );
  const methods = owners.map((owner) => Object.getOwnPropertyDescriptor(owner, 'toJSON'));
  for (const owner of owners) delete owner.toJSON;
  try {
    return JSON.stringify(value);
  } finally {
    owners.forEach((owner, index) => {
      if (methods[index]) Object.defineProperty(owner, 'toJSON', methods[index]);
    });
  }
}

/** What `run` answers, or nothing where it throws: the page must not notice. */
export function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
