import * as z from 'zod';

const Warning = z
  .object({
    code: z.enum([
      'event_id_payload_mismatch',
      'pii_redacted',
      'pii_suspected',
      'event_type_normalized',
      'event_id_qualified',
      'currency_defaulted',
      'user_data_ignored',
      'phone_without_country',
      'value_from_text',
      'value_too_fine',
      'empty_list_ignored',
      'matched_by_external_user_id',
      'page_viewed_from_server',
      'placeholder_ignored',
      'placeholder_suspected',
    ]),
    fields: z.array(z.string()).meta({ description: 'Names of the fields concerned, never their values.' }),
  })
  .meta({ id: 'Warning' });

export const Warnings = z.array(Warning);
