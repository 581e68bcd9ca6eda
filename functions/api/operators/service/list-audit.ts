import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { keyCursor } from '#shared/http/page-cursor.ts';
import { audit } from '#shared/operators/needs.ts';
import type { AuditEntry } from '#shared/operators/store/audit.ts';

const AuditRecord = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    actor: z
      .object({
        kind: z.enum(['operator_token', 'operator', 'user', 'system']).meta({ description: 'Kind of the actor.' }),
        id: z.string().meta({
          description: "The first 12 digits of the operator token's SHA-256, the operator's or user's id, or the job's name.",
        }),
      })
      .meta({ description: 'Who did it.' }),
    action: z.string().meta({ description: 'What was done, such as `grant_credits`.' }),
    user_id: z.int().nullable().meta({ description: 'The user that the action was about.' }),
    details: z.record(z.string(), z.unknown()).meta({ description: 'Details of the action.' }),
  })
  .meta({ id: 'AuditEntry' });

const recordOf = ({ id, at, actor, action, userId, details }: AuditEntry): z.input<typeof AuditRecord> => ({
  id,
  at,
  actor,
  action,
  user_id: userId,
  details,
});

const place = keyCursor(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z#audit_\w{22}$/);

export const listAudit = defineEndpoint({
  id: 'listAudit',
  method: 'GET',
  path: '/api/v1/dev/audit',
  auth: 'operator',
  needs: { audit },
  summary: 'List the audit log',
  description:
    "Returns the actions of operators and every view of another user's data, newest first. A page reads a bounded part of the log, so with `action` it can be short or even empty: the list ends where `next_cursor` is null.",
  query: z.object({
    user_id: z.coerce.number().int().min(1).optional().meta({ description: 'Return only entries about this user.' }),
    action: z
      .string()
      .regex(/^[a-z]+(_[a-z]+)*$/)
      .max(60)
      .optional()
      .meta({ description: 'Return only entries of this action.' }),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: place.field,
  }),
  responses: {
    200: z
      .object({
        entries: z.array(AuditRecord).meta({ description: 'The entries, newest first.' }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'AuditPage' }),
  },
  example: {
    query: { limit: 20 },
    responses: {
      200: {
        entries: [
          {
            id: 'audit_4fTq0ZkJ8vW2nRxLmP7aBc',
            at: '2026-11-21T09:30:00.000Z',
            actor: { kind: 'operator_token', id: '3f1c9a5be207' },
            action: 'view_account',
            user_id: 245_813_760_001_024,
            details: { endpoint: 'listCompetitors' },
          },
        ],
        next_cursor: null,
      },
    },
  },

  async handle({ query: { user_id, action, limit, cursor } }, { audit }) {
    const { entries, next } = await audit.page({ userId: user_id, action, limit, before: cursor });
    return ok({
      entries: entries.map(recordOf),
      next_cursor: next && place.textOf(next),
    });
  },
});
