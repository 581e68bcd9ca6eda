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
  known?: number[];
  /** Set when the service did not know the click: it is asked once more. */
  missed?: boolean;
  /** Set by the shop's own server when it has issued the cookie again. */
  renewed?: number;
};

const name = 'svc_sid';
export const windowMs = 30 * 86_400_000;

/** The click of this browser: in the cookie, which servers read, and once more in localStorage, which outlives it. */
export function clickStore(domain: string | undefined) {
  const writeCookie = (value: string, seconds: number) => {
    // The document of a sandboxed frame throws; one whose cookies are blocked ignores this.
    quietly(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API answers later, and not on plain http
      document.cookie = [
        `${name}=${value}`,
        `Path=/; SameSite=Lax; Max-Age=${seconds}`,
        ...(domain ? [`Domain=${domain}`] : []),
        ...(location.protocol === 'http:' ? [] : ['Secure']),
      ].join('; ');
    });
  };
  return {
    read(): Click | undefined {
      const text = quietly(() => `; ${document.cookie}`.split(`; ${name}=`)[1]?.split(';')[0]);
      const cookie = clickIn(quietly(() => decodeURIComponent(text ?? '')));
      const copy = clickIn(quietly(() => localStorage.getItem(name)));
      if (cookie) return cookie.sid === copy?.sid ? { ...copy, ...cookie } : cookie;
      return copy && copy.end > Date.now() ? copy : undefined;
    },

    save(click: Click): void {
      const { sid, vid, ts, end, renewed } = click;
      const seconds = Math.ceil((end - Date.now()) / 1000);
      // A cookie that a server has set lives longer than one that a script writes over it.
      if (seconds > 0 && !renewed)
        writeCookie(encodeURIComponent(JSON.stringify({ sid, vid, ts, v: 1 })), seconds);
      quietly(() => localStorage.setItem(name, JSON.stringify({ ...click, renewed: undefined })));
    },

    forget(): void {
      writeCookie('', 0);
      quietly(() => localStorage.removeItem(name));
    },
  };
}

function clickIn(text: string | null | undefined): Click | undefined {
  const value = quietly(() => JSON.parse(text ?? '') as Partial<Click> | null);
  if (!value || !/^s_[0-9A-Za-z]{22}$/.test(value.sid ?? '')) return undefined;
  const ts = Number(value.ts) || Date.now();
  return { end: ts + windowMs, ...value, ts } as Click;
}

/** What `run` answers, or nothing where it throws: the page must not notice. */
export function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
