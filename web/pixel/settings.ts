/** docs/pixel.md describes the modes of consent. */
type Consent = 'given' | 'false' | 'hold' | 'auto';
export type Settings = {
  key: string | null;
  consent: Consent;
  cookieDomain: string | null;
  /** The console shows the facts only with `data-debug`. */
  say: (...facts: unknown[]) => void;
};

/** Some tag managers strip attributes of the script's tag, so the query of its address is the alternative. */
export function settingsOf({ src, dataset }: HTMLScriptElement): Settings {
  const query = new URL(src).searchParams;
  const setting = (attribute: string, name: string) => dataset[attribute] ?? query.get(name);
  const consent = setting('consent', 'consent');
  const debug = setting('debug', 'debug');
  return {
    key: setting('key', 'key'),
    consent: /^(?:false|hold|auto)$/.test(`${consent}`) ? (consent as Consent) : 'given',
    cookieDomain: setting('cookieDomain', 'cookie-domain'),
    say: (debug ?? 'false') === 'false' ? () => {} : toConsole,
  };
}

// biome-ignore lint/suspicious/noConsole: the attribute data-debug requests the message.
const toConsole = (...facts: unknown[]) => console.info('adtrail:', ...facts);
