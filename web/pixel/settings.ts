/** docs/pixel.md describes the modes of consent. */
type Consent = '' | 'false' | 'hold' | 'auto';
export type Settings = {
  key: string | null;
  /** The address of each request begins with it. */
  api: string;
  consent: Consent;
  cookieDomain: string | null;
  /** The console shows the facts only with `data-debug`. */
  say: (...facts: unknown[]) => void;
};

/** Some tag managers strip attributes of the script's tag, so the query of its address is the alternative. */
export function settingsOf({ src, dataset }: HTMLScriptElement): Settings {
  const query = new URL(src).searchParams;
  const setting = (attribute: string, name = attribute) => dataset[attribute] ?? query.get(name);
  const consent = setting('consent');
  const debug = setting('debug');
  return {
    key: setting('key'),
    api: src.replace(/\/pixel\/p\.js.*/, '/api/v1/pixel/'),
    consent: /^(?:false|hold|auto)$/.test(`${consent}`) ? (consent as Consent) : '',
    cookieDomain: setting('cookieDomain', 'cookie-domain'),
    say: (debug ?? 'false') === 'false' ? () => {} : toConsole,
  };
}

// biome-ignore lint/suspicious/noConsole: the attribute data-debug, or a missing key, requests the message.
export const toConsole = (...facts: unknown[]) => console.warn('adtrail:', ...facts);
