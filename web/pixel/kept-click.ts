/** Times are epoch milliseconds. */
export type Click = {
  sid: string;
  /** The visitor ID spans several clicks, and is absent without consent. */
  vid?: string | undefined;
  ts: number;
  end: number;
  ad?: string;
  /** The service has not confirmed the session while this landing address exists. */
  todo?: string | undefined;
  /** The service has not confirmed these IDs of users yet. */
  users?: string[] | undefined;
  /** The service has confirmed these users. Only hashes are kept after the delivery of an ID. */
  known?: number[] | undefined;
  /** The service did not know the click, and its users get one retry. */
  missed?: boolean;
  /** The service asked whether a person uses the page, and has no answer yet. */
  verify?: boolean | undefined;
  /** The service has this statement about both purposes of ads. */
  ads?: string;
  /** Another page may have widened the cookie's domain. */
  domain?: string | undefined;
  /** The shop's own server sets this time when it has issued the cookie again. */
  renewed?: number;
};

const name = 'svc_sid';
export const internal = 'svc_internal';
export const windowMs = 30 * 86_400_000;

/** Servers read the click in the cookie; localStorage outlives the cookie. */
export function clickStore(domain: string | null) {
  const writeCookie = (value: string, seconds: number, of?: string) => {
    const scope = (of ? `; Domain=${of}` : '') + (location.protocol === 'http:' ? '' : '; Secure');
    // In a sandboxed document, writing a cookie throws; a document with blocked cookies ignores the write.
    quietly(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and needs https.
      document.cookie = `${name}=${value}; Path=/; SameSite=Lax; Max-Age=${seconds}${scope}`;
    });
  };
  /** A host and its parents can each have a cookie of this name, and the browser sends all in any order. */
  const cookies = () => quietly(() => `; ${document.cookie}`.split(`; ${name}=`).slice(1)) ?? [];
  /** Removes the cookies of this host and its parents. Returns the widest domain with a cookie. */
  const clear = () => {
    let widest: string | undefined;
    const hosts = location.hostname.split('.').map((_, index, labels) => labels.slice(index).join('.'));
    for (const each of [undefined, ...hosts]) {
      const before = cookies().length;
      writeCookie('', 0, each);
      if (cookies().length < before) widest = each;
    }
    return widest;
  };
  return {
    read(): Click | undefined {
      const copy = quietly(() => JSON.parse(localStorage.getItem(name) as string) as Kept | null);
      let newest: Kept | undefined;
      if (copy?.sid) {
        // A library of the page may have changed how lists are stored, so invalid lists are dropped.
        for (const list of ['users', 'known'] as const) if (!Array.isArray(copy[list])) delete copy[list];
        if (/^s_[0-9A-Za-z]{22}$/.test(copy.sid) && (copy.end ?? copy.ts + windowMs) > Date.now()) newest = copy;
      }
      for (const text of cookies()) {
        const cookie = cookieClick(text);
        if (cookie && (!newest || cookie.ts >= newest.ts)) newest = { ...cookie, ...(cookie.sid === copy?.sid && copy) };
      }
      const ts = newest?.ts || Date.now();
      return newest && { ...newest, ts, end: (newest.ts && newest.end) || ts + windowMs };
    },

    save(click: Click): void {
      const { sid, vid, ts, end, renewed } = click;
      const seconds = Math.ceil((end - Date.now()) / 1000);
      // A cookie of a server lives longer than the cookie of a script that replaces it.
      if (seconds > 0 && !renewed) {
        if (cookies()[1]) click.domain = clear();
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

/** A cookie lacks the end of the window; the copy has it once the service has confirmed the click. */
type Kept = Omit<Click, 'end'> & { end?: number };

/**
 * A program of the shop may have quoted, escaped or encoded the cookie. Without a time in the text, `ts` is 0, so any
 * other click is newer.
 */
function cookieClick(text: string): Kept | undefined {
  const plain = text.replace(/;.*/, '').replace(/%(?:25)*[\da-f]{2}/gi, ' ');
  const find = (pattern: string) => new RegExp(`\\b${pattern}\\b`).exec(plain) ?? [];
  const [sid] = find('s_[0-9A-Za-z]{22}');
  const [vid] = find('v_[0-9A-Za-z]{22}');
  const timeOf = (field: string) => +(find(`${field}\\W+(\\d{13})`)[1] ?? 0);
  return sid ? { sid, vid, ts: timeOf('ts'), renewed: timeOf('renewed') } : undefined;
}

/** Old libraries give a `toJSON` to lists and texts, which would quote them twice. */
export function json(value: unknown): string {
  const owners = [Object, Array, String, Number, Boolean].map(({ prototype }) => {
    const method = Object.getOwnPropertyDescriptor(prototype, 'toJSON');
    delete (prototype as { toJSON?: unknown }).toJSON;
    return () => method && Object.defineProperty(prototype, 'toJSON', method);
  });
  try {
    return JSON.stringify(value);
  } finally {
    for (const restore of owners) restore();
  }
}

/** The page must not notice an error, so it becomes `undefined`. */
export function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
