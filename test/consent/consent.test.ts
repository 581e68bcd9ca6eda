import {
  type Consent,
  type ConsentOrigin,
  consentOf,
  type Statement,
  type StoredConsent,
  shownConsent,
  withStatement,
} from '#shared/consent/rules/consent.ts';

const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`;
const granted: Consent = { adUserData: 'granted', adPersonalization: 'granted' };
const denied: Consent = { adUserData: 'denied', adPersonalization: 'denied' };
const statement = (consent: Consent, minute: number, origin: ConsentOrigin = 'page'): Statement => ({ ...consent, origin, at: at(minute) });
const event = (consent: Consent | undefined, receivedAt: number, occurredAt = receivedAt) => ({
  consent,
  occurredAt: at(occurredAt),
  receivedAt: at(receivedAt),
});

describe('consentOf', () => {
  it('is unknown where nobody said anything', () => {
    expect(consentOf({})).toEqual({});
    expect(consentOf({ event: event(undefined, 5) })).toEqual({});
    expect(shownConsent({})).toEqual({ ad_user_data: 'unknown', ad_personalization: 'unknown' });
  });

  it("takes the click's consent for an event without its own", () => {
    expect(consentOf({ event: event(undefined, 5), click: statement(denied, 1) })).toEqual(denied);
    expect(consentOf({ click: statement(granted, 1) })).toEqual(granted);
  });

  it.each([
    [granted, denied],
    [denied, granted],
  ])("takes the event's own consent %o before the click's %o", (own, click) => {
    expect(consentOf({ event: event(own, 5), click: statement(click, 1) })).toEqual(own);
    expect(consentOf({ event: event(own, 5), click: statement(click, 5) })).toEqual(own);
  });

  it('decides each purpose alone', () => {
    const click = statement(granted, 1);
    expect(consentOf({ event: event({ adPersonalization: 'denied' }, 5), click })).toEqual({
      adUserData: 'granted',
      adPersonalization: 'denied',
    });
    expect(consentOf({ event: event({ adUserData: 'denied' }, 5) })).toEqual({ adUserData: 'denied' });
  });

  it("takes the event's own consent before that of the landing, although its stated time is before the click", () => {
    const early = { ...event(granted, 9, 1), clickedAt: at(5) };
    expect(consentOf({ event: early, click: statement(denied, 5) })).toEqual(granted);
    expect(consentOf({ event: early, click: statement(denied, 6) })).toEqual(denied);
  });

  it('takes what the click says after the event', () => {
    expect(consentOf({ event: event(granted, 5), click: statement(denied, 6) })).toEqual(denied);
    expect(consentOf({ event: event(denied, 5), click: statement(granted, 6) })).toEqual(granted);
  });

  it('takes a denial between the time of an event and its arrival, whoever denied', () => {
    expect(consentOf({ event: event(granted, 8, 3), click: statement(denied, 6) })).toEqual(denied);
    expect(consentOf({ event: event(granted, 8, 7), click: statement(denied, 6) })).toEqual(granted);
    expect(consentOf({ event: event(denied, 8, 3), click: statement(granted, 6) })).toEqual(denied);
  });

  it('does not take a time after the arrival for the time of an event', () => {
    expect(consentOf({ event: event(granted, 5, 9), click: statement(denied, 6) })).toEqual(denied);
  });

  it('takes a privacy request of the event or its click before everything that was said until then', () => {
    const request = statement(denied, 4, 'privacy_request');
    expect(consentOf({ event: event(granted, 2), click: statement(granted, 1), change: request })).toEqual(denied);
    expect(consentOf({ event: event(granted, 2), click: request })).toEqual(denied);
    expect(consentOf({ event: event(granted, 4), change: request })).toEqual(denied);
    expect(consentOf({ event: event(granted, 8, 3), click: request })).toEqual(denied);
    expect(consentOf({ event: event(granted, 8, 5), click: request })).toEqual(granted);
  });

  it('takes a later answer of the page before an earlier privacy request', () => {
    const click = withStatement(statement(denied, 4, 'privacy_request'), statement(granted, 6));
    expect(consentOf({ event: event(undefined, 8), click })).toEqual(granted);
  });
});

describe('withStatement', () => {
  it('keeps the earlier statement of a purpose that the later does not name, with its own time', () => {
    const first = statement(granted, 1, 'consent_mode');
    const second = statement({ adUserData: 'denied' }, 2, 'tcf');
    const both: StoredConsent = { ...second, earlier: statement({ adPersonalization: 'granted' }, 1, 'consent_mode') };
    expect(withStatement(first, second)).toEqual(both);
    expect(withStatement(both, statement({ adPersonalization: 'denied' }, 3))).toEqual({
      ...statement({ adPersonalization: 'denied' }, 3),
      earlier: second,
    });
    expect(withStatement(both, statement(granted, 3))).toEqual(statement(granted, 3));
  });

  it('stores the same in any order, with repeats, and a denial of two of the same moment', () => {
    const statements = [
      statement(granted, 1, 'consent_mode'),
      statement({ adUserData: 'denied' }, 2, 'tcf'),
      statement({ adUserData: 'granted' }, 2, 'page'),
      statement({ adPersonalization: 'denied' }, 2, 'shopify'),
      statement({ adPersonalization: 'granted' }, 2, 'privacy_request'),
      statement({ adPersonalization: 'granted' }, 1, 'gpc'),
    ];
    const stored = (some: readonly Statement[]) =>
      some.reduce<StoredConsent | undefined>((before, each) => withStatement(before, each), undefined);
    const expected: StoredConsent = { ...stored(statements), origin: 'tcf', at: at(2) } as StoredConsent;
    expect(expected).toEqual({
      ...statement({ adUserData: 'denied' }, 2, 'tcf'),
      earlier: statement({ adPersonalization: 'granted' }, 2, 'privacy_request'),
    });
    for (let turn = 0; turn < statements.length; turn++) {
      const turned = [...statements.slice(turn), ...statements.slice(0, turn)];
      expect(stored(turned)).toEqual(expected);
      expect(stored([...turned].reverse())).toEqual(expected);
      expect(stored([...turned, ...turned])).toEqual(expected);
    }
  });
});
