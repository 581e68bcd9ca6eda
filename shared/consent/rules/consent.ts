/** The purposes of Consent Mode v2, by their names in requests and answers. */
export const purposes = { adUserData: 'ad_user_data', adPersonalization: 'ad_personalization' } as const;
export type Purpose = keyof typeof purposes;
export const purposeNames = Object.keys(purposes) as Purpose[];

export const consentWords = ['granted', 'denied'] as const;
export type ConsentWord = (typeof consentWords)[number];
/** An unknown purpose has no statement. */
export const shownWords = [...consentWords, 'unknown'] as const;
export type ShownWord = (typeof shownWords)[number];

/** A page asks for consent in these ways, and the pixel reads the answer. */
export const pixelOrigins = ['consent_mode', 'tcf', 'gpc', 'shopify', 'wp_consent_api', 'page'] as const;
export const consentOrigins = [...pixelOrigins, 'server', 'privacy_request'] as const;
export type ConsentOrigin = (typeof consentOrigins)[number];

/** An absent purpose is unknown. */
export type Consent = { adUserData?: ConsentWord; adPersonalization?: ConsentWord };

/** The time is ISO 8601 UTC. */
export type Statement = Consent & { origin: ConsentOrigin; at: string };

/** The last statement is stored. A purpose that it does not name keeps its own last statement in `earlier`. */
export type StoredConsent = Statement & { earlier?: Statement };

/** A stated time of an event can be before its click, which the event follows all the same. */
export type StatedEvent = { consent?: Consent | undefined; occurredAt: string; receivedAt: string; clickedAt?: string | undefined };

type Statements = {
  event?: StatedEvent | undefined;
  click?: StoredConsent | undefined;
  /** A request about the event's click or user, which arrived after the event. */
  change?: StoredConsent | undefined;
};

/**
 * The latest statement of each purpose counts. An event grants consent from the time when it happened, and denies it until it
 * arrived, so a denial in between holds.
 */
export function consentOf({ event, click, change }: Statements): Consent {
  const statements = [...statementsOf(click), ...statementsOf(change)];
  return consentOfWords((purpose) => {
    const latest = latestOf(statements, purpose);
    const ofEvent = event?.consent?.[purpose];
    if (!event || !ofEvent || !latest) return ofEvent ?? latest?.[purpose];
    const arrivedAt = Date.parse(event.receivedAt);
    const happenedAt = Math.max(Date.parse(event.clickedAt ?? event.occurredAt), Date.parse(event.occurredAt));
    const sinceEvent = Date.parse(latest.at) - (ofEvent === 'denied' ? arrivedAt : Math.min(happenedAt, arrivedAt));
    return sinceEvent > 0 || (sinceEvent === 0 && latest.origin === 'privacy_request') ? latest[purpose] : ofEvent;
  });
}

/** The order of the statements does not matter, and neither does a repetition. */
export function withStatement(stored: StoredConsent | undefined, statement: Statement): StoredConsent {
  const statements = [...statementsOf(stored), statement];
  const latest = purposeNames.flatMap((purpose) => {
    const last = latestOf(statements, purpose);
    const word = last?.[purpose];
    return last && word ? [{ purpose, word, origin: last.origin, at: last.at }] : [];
  });
  const [newest, older] = latest.sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  if (!newest) return statement;
  const partOf = ({ purpose, word, origin, at }: typeof newest): Statement => ({ [purpose]: word, origin, at });
  if (!older) return partOf(newest);
  if (older.at !== newest.at || older.origin !== newest.origin) return { ...partOf(newest), earlier: partOf(older) };
  return { ...consentOfWords((purpose) => latest.find((part) => part.purpose === purpose)?.word), origin: newest.origin, at: newest.at };
}

/** Statements of both, as far as each is the latest about a purpose. */
export const withStatements = (stored: StoredConsent | undefined, more: StoredConsent | undefined): StoredConsent | undefined =>
  statementsOf(more).reduce<StoredConsent | undefined>(withStatement, stored);

export const hasPurpose = (consent: Consent): boolean => purposeNames.some((purpose) => consent[purpose] !== undefined);

/** An answer names every purpose. */
export const shownConsent = (consent: Consent = {}): { ad_user_data: ShownWord; ad_personalization: ShownWord } => ({
  ad_user_data: consent.adUserData ?? 'unknown',
  ad_personalization: consent.adPersonalization ?? 'unknown',
});

const statementsOf = (stored: StoredConsent | undefined): Statement[] =>
  stored ? [stored, ...(stored.earlier ? [stored.earlier] : [])] : [];

/** Between statements of the same moment, a privacy request counts, then a denial. */
function latestOf(statements: readonly Statement[], purpose: Purpose): Statement | undefined {
  const rankOf = ({ origin, [purpose]: word }: Statement) =>
    (origin === 'privacy_request' ? 100 : 0) + (word === 'denied' ? 50 : 0) + consentOrigins.indexOf(origin);
  return statements
    .filter((statement) => statement[purpose] !== undefined)
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || rankOf(b) - rankOf(a))[0];
}

function consentOfWords(wordOf: (purpose: Purpose) => ConsentWord | undefined): Consent {
  const consent: Consent = {};
  for (const purpose of purposeNames) {
    const word = wordOf(purpose);
    if (word) consent[purpose] = word;
  }
  return consent;
}
