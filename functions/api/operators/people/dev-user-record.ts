import * as z from 'zod';
import { type DevUser, operatorRoles } from '#shared/operators/store/dev-users.ts';

export const DevUserRecord = z
  .object({
    id: z.int().min(1).meta({ description: 'Id of the operator.' }),
    email: z.string().meta({ description: 'E-mail address of the operator.' }),
    full_name: z.string().nullable(),
    role: z.enum(operatorRoles).meta({
      description: '`write` can change data; `read` can only read, and gets 403 for anything else.',
    }),
    mfa_enabled: z.boolean().meta({ description: 'Whether sign-ins need a code of an authenticator app.' }),
    is_active: z.boolean(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'DevUser' });

export const devUserRecordOf = (devUser: DevUser): z.input<typeof DevUserRecord> => ({
  id: devUser.id,
  email: devUser.email,
  full_name: devUser.fullName,
  role: devUser.role ?? 'read',
  mfa_enabled: !!devUser.mfa,
  is_active: devUser.isActive,
  created_at: devUser.createdAt,
});

export const exampleDevUser = {
  id: 245_813_760_001_024,
  email: 'grace@operator.example',
  full_name: 'Grace Example',
  role: 'write',
  mfa_enabled: true,
  is_active: true,
  created_at: '2026-11-21T09:30:00.000Z',
} as const;
