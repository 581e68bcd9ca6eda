import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import { attribute, type Click } from '#shared/conversions/rules/attribution.ts';

const day = 86_400_000;
const clicked = Date.parse('2026-10-01T10:00:00.000Z');
const expires = clicked + 30 * day;

const clickWith = (changes: Partial<Click> = {}): Click => ({
  sid: 's_1',
  accountId: 7,
  environment: 'live',
  pixelKey: 'pk_live_1',
  campaign: 'spring',
  adGroup: 'shoes',
  adId: 'ad_1',
  networkClickIds: {},
  landingPage: 'https://shop.example/',
  createdAt: new Date(clicked).toISOString(),
  expiresAt: new Date(expires).toISOString(),
  ...changes,
});
const caller = (changes: Partial<ConversionCaller> = {}): ConversionCaller => ({
  keyId: 'key_1',
  accountId: 7,
  environment: 'live',
  pixelKey: null,
  ...changes,
});
const now = { clickId: 's_1', occurredAt: clicked + day, receivedAt: clicked + day };
const unmatched = (reason: string) => ({ outcome: 'unmatched', reason });

describe('an event', () => {
  it('an event matches an active click of its account and environment, whatever the campaign is called', () => {
    for (const campaign of ['spring', '0', ' ']) {
      const click = clickWith({ campaign });
      expect(attribute(click, caller(), now)).toEqual({ outcome: 'matched', click: click });
    }
  });

  it('an event matches a click without ad group and ad', () => {
    expect(attribute(clickWith({ adGroup: '', adId: '' }), caller(), now)).toMatchObject({
      outcome: 'matched',
    });
  });

  it('an event of an unknown click is unknown_svc_click_id', () => {
    expect(attribute(null, caller(), now)).toEqual(unmatched('unknown_svc_click_id'));
  });

  it('an event without a click id is no_click_id', () => {
    expect(attribute(null, caller(), { ...now, clickId: '' })).toEqual(unmatched('no_click_id'));
  });

  it('an event of an erased click is unknown, also to strangers and without a campaign', () => {
    const erased = clickWith({ erasedAt: '2026-10-02T00:00:00.000Z', campaign: '' });
    expect(attribute(erased, caller(), now)).toEqual(unmatched('unknown_svc_click_id'));
    expect(attribute(erased, caller({ accountId: 8 }), now)).toEqual(unmatched('unknown_svc_click_id'));
  });

  it('an event of an organic visit is no_ad_click, also after its end', () => {
    expect(attribute(clickWith({ campaign: '' }), caller(), now)).toEqual(unmatched('no_ad_click'));
    const late = { ...now, occurredAt: expires + 1, receivedAt: expires + 8 * day };
    expect(attribute(clickWith({ campaign: '' }), caller(), late)).toEqual(unmatched('no_ad_click'));
  });
});

describe('the scope', () => {
  it.each([
    ['another account', { accountId: 8 }],
    ['another environment', { environment: 'test' as const }],
    ['a key of another pixel', { pixelKey: 'pk_live_2' }],
    ['another account that knows the pixel', { accountId: 8, pixelKey: 'pk_live_1' }],
  ])('the scope refuses %s, whether the click is active, expired or organic', (_, changes) => {
    for (const click of [clickWith(), clickWith({ campaign: '' }), clickWith({ expiresAt: clickWith().createdAt })])
      expect(attribute(click, caller(changes), now)).toEqual({ outcome: 'out_of_scope' });
  });

  it('the scope takes a key of the same pixel', () => {
    expect(attribute(clickWith(), caller({ pixelKey: 'pk_live_1' }), now)).toMatchObject({
      outcome: 'matched',
    });
  });
});

describe('the click window, to the millisecond', () => {
  const grace = 7 * day;
  it.each([
    ['received at the end', 0, 0, true],
    ['received one later', 1, 1, false],
    ['occurred at the end, received later', 0, 1, true],
    ['occurred one after the end, received within the window', 1, 0, true],
    ['occurred at the end, received at the end of the 7 days', 0, grace, true],
    ['occurred at the end, received one after the 7 days', 0, grace + 1, false],
    ['occurred one after the end, received within the 7 days', 1, grace, false],
    ['occurred long before the click, received within the 7 days', -300 * day, grace, true],
    ['occurred long before the click, received one after the 7 days', -300 * day, grace + 1, false],
  ])('%s', (_, occurred, received, matches) => {
    const times = { ...now, occurredAt: expires + occurred, receivedAt: expires + received };
    const expected = matches ? { outcome: 'matched' } : unmatched('expired_svc_click_id');
    expect(attribute(clickWith(), caller(), times)).toMatchObject(expected);
  });
});
