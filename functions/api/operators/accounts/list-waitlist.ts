import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { waitlist } from '#shared/accounts/registration/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { keyCursor } from '#shared/http/page-cursor.ts';
import { audit } from '#shared/operators/needs.ts';

const WaitlistAccount = z
  .object({
    user_id: z.int(),
    email: z.string(),
    company: z.string().nullable(),
    company_website: z.string().nullable(),
    company_short_desc: z.string().nullable(),
    is_active: z.boolean(),
    added_at: z.iso.datetime().meta({ description: 'When the account was put on the list.' }),
    source: z
      .enum(['description', 'operator'])
      .meta({ description: 'Why the account is here: a flagged company description, or an operator.' }),
    categories: z.array(z.string()).meta({ description: 'What the moderation flagged, such as `hate/threatening`.' }),
    reason: z.string().nullable().meta({ description: "The operator's reason." }),
  })
  .meta({ id: 'WaitlistAccount' });

const place = keyCursor(/^USER#\d{16}$/);

export const listWaitlist = defineEndpoint({
  id: 'listWaitlist',
  method: 'GET',
  path: '/api/v1/dev/waitlist',
  auth: 'operator',
  needs: { audit, users, waitlist },
  summary: 'List accounts on the waitlist',
  description: 'Returns the accounts on the waitlist with the reason, newest accounts first. Every access is recorded.',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20), cursor: place.field }),
  responses: {
    200: z
      .object({
        accounts: z.array(WaitlistAccount).meta({ description: 'Newest accounts first.' }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'WaitlistPage' }),
  },
  example: {
    query: { limit: 20 },
    responses: {
      200: {
        accounts: [
          {
            user_id: 245_813_760_001_024,
            email: 'ada@northwind.example',
            company: 'Northwind Shoes',
            company_website: 'https://northwind.example/',
            company_short_desc: 'Running shoes, made to measure.',
            is_active: true,
            added_at: '2026-11-21T09:30:00.000Z',
            source: 'description',
            categories: ['hate/threatening'],
            reason: null,
          },
        ],
        next_cursor: null,
      },
    },
  },

  async handle({ query: { limit, cursor }, actor: { by } }, { users, waitlist, audit }) {
    await audit.record({ actor: by, action: 'list_waitlist', userId: null });
    const { entries, next } = await waitlist.page({ before: cursor, limit });
    const usersById = await users.byIds(entries.map(({ userId }) => userId));
    const accounts = entries.flatMap(({ userId, addedAt, source, categories, reason }) => {
      const user = usersById.get(userId);
      if (!user) return [];
      return [
        {
          user_id: userId,
          email: user.email,
          company: user.company,
          company_website: user.companyWebsite,
          company_short_desc: user.companyShortDesc,
          is_active: user.isActive,
          added_at: addedAt,
          source,
          categories: [...categories],
          reason,
        },
      ];
    });
    return ok({ accounts, next_cursor: next && place.textOf(next) });
  },
});
