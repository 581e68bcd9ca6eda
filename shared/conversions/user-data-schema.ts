import * as z from 'zod';
import { type EmailForm, emailForms } from '#shared/consent/rules/normal-forms.ts';
import type { UserDataName } from '#shared/destinations/rules/match-keys.ts';

const text = (description: string) => ({ type: 'string', description });

export const userDataProperties: Record<UserDataName, object> = {
  email: text('The e-mail address. Only hashes of it are kept.'),
  email_sha256: {
    type: 'object',
    description: 'A hash that you made, and the form of the address that you hashed.',
    required: ['form', 'value'],
    properties: {
      form: {
        type: 'string',
        enum: [...emailForms],
        description:
          '`plain`: trimmed and in lower case. `google`: also without dots and `+tag` for gmail.com and googlemail.com. `canonical`: without both for every domain.',
      },
      value: { type: 'string', pattern: '^[0-9a-fA-F]{64}$', description: 'SHA-256 in hex.' },
    },
  },
  phone: text('The phone number, with its country code unless the destination names a country. Only hashes of it are kept.'),
  external_id: text('Your ID for the person. Only hashes of it are kept.'),
  client_user_agent: text('The `User-Agent` of the browser.'),
  client_ip_address: text('The address of the browser.'),
  event_source_url: text('The page of the event.'),
  fbp: text('The value of the cookie `_fbp`.'),
  ttp: text('The value of the cookie `_ttp`.'),
  obref: text('The value of the cookie `__obref`.'),
};

export const userDataDescription =
  'What a network finds the person by. It is kept only while a destination collects and the person consented, else it is dropped with the warning `user_data_ignored`. ' +
  'What is no use is dropped alike, and never fails the event. It is kept for nine days, sealed, and is in no log, receipt, export or webhook.';

type Text = string | null | undefined;
type SentHash = { form: EmailForm; value: string } | null | undefined;
type SentFields = { [N in UserDataName]?: N extends 'email_sha256' ? SentHash : Text };

/** An order must not fail for its user data, so the field takes anything. */
export const UserDataField = z
  .custom<SentFields | null>(() => true)
  .optional()
  .meta({ type: ['object', 'null'], description: userDataDescription, properties: userDataProperties, additionalProperties: true });
