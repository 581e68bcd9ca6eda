import { readText, type TextForm } from '#shared/store/stored-form.ts';
import type { MatchKeys } from './match-keys.ts';

/** The payment of an order has no browser, so a network gets these of the click that earned it. */
export type Visit = { userAgent?: string; landing: string };

const maxAgentLength = 1024;
const maxLandingLength = 2048;

const matchKeyForms: TextForm<MatchKeys>[] = [{ form: 1, read: JSON.parse }];
const visitForms: TextForm<Visit>[] = [{ form: 1, read: JSON.parse }];

export const matchKeysText = (keys: MatchKeys): string => JSON.stringify(keys);
export const readMatchKeys = (text: string): MatchKeys => readText(matchKeyForms, text, 'match keys');

export const visitText = (visit: Visit): string => JSON.stringify(visit);
export const readVisit = (text: string): Visit => readText(visitForms, text, 'the visit of a click');

/** A part of a user agent or of an address would name another browser or page. `page` is the address without parameters. */
export const visitOf = ({ userAgent, url, page }: { userAgent: string; url: string; page: string }): Visit => ({
  ...(userAgent && userAgent.length <= maxAgentLength && { userAgent }),
  landing: url.length <= maxLandingLength ? url : page,
});
