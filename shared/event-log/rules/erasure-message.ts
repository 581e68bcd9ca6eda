import * as z from 'zod';
import { consentOrigins, consentWords, type StoredConsent } from '#shared/consent/rules/consent.ts';
import { accountIdField } from '#shared/messages/owner-fields.ts';

export const ErasureMessage = z.object({
  account_id: accountIdField,
  task_id: z.string(),
  selector: z.union([z.object({ userHash: z.string() }), z.object({ clickIds: z.array(z.string()), unnamed: z.literal(true).optional() })]),
  /** Messages of versions before tombstones have no end and still apply. */
  until: z.iso.datetime().optional(),
  late: z.boolean().optional(),
  names: z
    .object({
      environment: z.enum(['live', 'test']),
      before: z.string().optional(),
      part: z.int().min(0),
    })
    .optional(),
});

const statement = {
  adUserData: z.enum(consentWords).optional(),
  adPersonalization: z.enum(consentWords).optional(),
  origin: z.enum(consentOrigins),
  at: z.iso.datetime(),
};

/** Without `selector`, a worker of an earlier version rejects the message and erases nothing. */
export const ConsentMessage = z.object({
  account_id: accountIdField,
  task_id: z.string(),
  consent_of: z.union([
    z.object({ environment: z.enum(['live', 'test']), sid: z.string() }),
    z.object({ userHash: z.string(), part: z.int().min(0) }),
  ]),
  after: z.string().optional(),
  said: z.object({ ...statement, earlier: z.object(statement).optional() }) as unknown as z.ZodType<StoredConsent, StoredConsent>,
});
