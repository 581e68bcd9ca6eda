import type { Consent } from '#shared/consent/rules/consent.ts';
import type { Collecting } from './destination.ts';

/** Unknown consent counts as granted only in a country that a destination names. */
export function mayKeep(
  collecting: Collecting | undefined,
  { adUserData }: Consent,
  country: string | undefined,
): collecting is Collecting {
  if (!collecting?.isOn || adUserData === 'denied') return false;
  return adUserData === 'granted' || (country !== undefined && collecting.countries.includes(country));
}
