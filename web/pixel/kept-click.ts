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
  const labels = location.hostname.split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  const writeCookie = (value: string, seconds: number, of?: string) => {
    // In a sandboxed document, writing a cookie throws; a document with blocked cookies ignores the write.
    quietly(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and needs https.
      document.cookie = [
        `${name}=${value}`,
        `Path=/; SameSite=Lax; Max-Age=${seconds}`,
        ...(of ? [`Domain=${of}`] : []),
        ...(location.protocol === 'http:' ? [] : ['Secure']),
      ].join('; ');
    });
  };
  /** A host and its parents can each have a cookie of this name, and the browser sends all in any order. */
  const cookies = () => quietly(() => `; ${document.cookie}`.split(`; ${name}=`).slice(1)) ?? [];
  /** Removes the cookies of this host and its parents. Returns the widest domain with a cookie. */
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
    read(): Click | undefined {
      const copy = clickIn(quietly(() => localStorage.getItem(name)));
      let newest: Kept | undefined = copy && (copy.end ?? copy.ts + windowMs) > Date.now() ? copy : undefined;
      for (const text of cookies()) {
        const [value = ''] = text.split(';');
        const cookie = clickIn(quietly(() => decodeURIComponent(value)) ?? value);
        if (cookie && (!newest || cookie.ts >= newest.ts)) newest = cookie.sid === copy?.sid ? { ...copy, ...cookie } : cookie;
      }
      const ts = newest?.ts || Date.now();
      return newest && { ...newest, ts, end: (newest.ts && newest.end) || ts + windowMs };
    },

    save(click: Click): void {
      const { sid, vid, ts, end, renewed } = click;
      const seconds = Math.ceil((end - Date.now()) / 1000);
      // A cookie of a server lives longer than the cookie of a script that replaces it.
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

/** A cookie lacks the end of the window; the copy has it once the service has confirmed the click. */
type Kept = Omit<Click, 'end'> & { end?: number };

/** Without a time in the text, `ts` is 0, so any other click is newer. */
function clickIn(text: string | null | undefined): Kept | undefined {
  const parsed = quietly(() => JSON.parse(text ?? '') as Partial<Click> | null);
  const value = parsed?.sid ? parsed : looseClick(text ?? '');
  if (!value || !/^s_[0-9A-Za-z]{22}$/.test(value.sid ?? '')) return undefined;
  const ts = Number(value.ts) || 0;
  // A library of the page may have changed how lists are stored, so invalid lists are dropped.
  if (!isListOf(value.users, 'string')) delete value.users;
  if (!isListOf(value.known, 'number')) delete value.known;
  return { ...value, ts } as Kept;
}

/** A program of the shop may have quoted, escaped or encoded the cookie. */
function looseClick(text: string): Partial<Click> | undefined {
  const plain = text.replace(/%(?:25)*[\da-f]{2}/gi, ' ');
  const sid = /(?:^|[^0-9A-Za-z])(s_[0-9A-Za-z]{22})(?![0-9A-Za-z])/.exec(plain)?.[1];
  const vid = /\bv_[0-9A-Za-z]{22}\b/.exec(plain)?.[0];
  const ts = Number(/\bts\W+(\d{13})\b/.exec(plain)?.[1]);
  return sid ? { sid, ...(vid && { vid }), ts } : undefined;
}

const isListOf = (value: unknown, type: string) => Array.isArray(value) && value.every((entry) => typeof entry === type);

/** Old libraries give a `toJSON` to lists and texts, which would quote them twice. */
export function json(value: unknown): string {
  const owners = [Object, Array, String, Number, Boolean].map(({ prototype }) => prototype as { toJSON?: unknown });
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

/** The page must not notice an error, so it becomes `undefined`. */
export function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
