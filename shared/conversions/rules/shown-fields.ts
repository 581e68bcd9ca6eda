import { type Consent, shownConsent } from '#shared/consent/rules/consent.ts';
import { type Decimal, money } from '#shared/values/decimal.ts';
import { parseExactly } from '#shared/values/json.ts';
import type { Conversion } from './conversions.ts';
import { type EventFieldName, eventFields, type FieldIn, fieldsIn } from './fields.ts';

type Shown = {
  event_type: string;
  svc_click_id?: string;
  event_id: string;
  occurred_at: string;
  external_user_id?: never;
  value: string;
  currency: string;
  properties: Record<string, unknown> | null;
  consent?: ReturnType<typeof shownConsent>;
};
type Fields = Pick<Conversion, (typeof eventFields)[EventFieldName]['stored']>;

/** Other fields are shown as they are stored. */
const formOf: { [F in EventFieldName]?: (content: unknown) => unknown } = {
  svc_click_id: (clickId) => clickId || undefined,
  value: (value) => money(value as Decimal),
  properties: (text) => (text ? parseExactly(text as string) : null),
  consent: (consent) => shownConsent(consent as Consent),
};

/** The fields of an event as this place of the API shows them. */
export function shownIn<P extends 'inLog' | 'inExport' | 'inWebhook' | 'inConflict'>(
  place: P,
  event: Partial<Fields>,
): Pick<Shown, FieldIn<P>> {
  return Object.fromEntries(
    fieldsIn(place).flatMap((name) => {
      const content = event[eventFields[name].stored];
      if (content === undefined && name !== 'properties') return [];
      const shown = formOf[name] ? formOf[name](content) : content;
      return shown === undefined ? [] : [[name, shown]];
    }),
  ) as Pick<Shown, FieldIn<P>>;
}
