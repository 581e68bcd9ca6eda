import * as z from 'zod';
import { backupFiles } from '#functions/api/operators/needs.ts';
import { listedBackups } from '#shared/backup/listed-backups.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

export const listBackups = defineEndpoint({
  id: 'listBackups',
  method: 'GET',
  path: '/api/v1/dev/backups',
  auth: 'operator',
  needs: { backupFiles },
  summary: 'List backups',
  description:
    'Returns the completed backups of the tables, newest first, and when each was last verified: by `npm run restore` with `--verify-only`, or restored.',
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(40) }),
  responses: {
    200: z
      .object({
        backups: z
          .array(
            z.object({
              backup_id: z.string().meta({ description: 'Folder of the backup, which identifies it for a restore.' }),
              method: z.enum(['export', 'scan']).nullable().meta({
                description: '`export`: an export by DynamoDB. `scan`: read while the service was running.',
              }),
              started_at: z.iso.datetime().nullable(),
              completed_at: z.iso.datetime().nullable(),
              tables: z
                .array(z.object({ name: z.string(), items: z.int().meta({ description: 'Number of items.' }) }))
                .meta({ description: 'The tables in it.' }),
              verified_at: z.iso.datetime().nullable().meta({
                description: 'When every file was last compared with the manifest.',
              }),
              needs: z.array(z.string()).meta({
                description:
                  'Of a backup that has only what changed: the backups that it needs, a full one first. `items` counts its changes. Empty for a full backup.',
              }),
              is_damaged: z.boolean().meta({
                description: 'Whether the manifest cannot be read, or a backup that it needs is not there.',
              }),
            }),
          )
          .meta({ description: 'The backups, newest first.' }),
        last_verified_at: z.iso.datetime().nullable().meta({
          description: 'When a backup was last verified; `null` if none of these was.',
        }),
      })
      .meta({ id: 'BackupList' }),
  },
  example: {
    responses: {
      200: {
        backups: [
          {
            backup_id: '20261121T023000Z-4fa1c0',
            method: 'export',
            started_at: '2026-11-21T02:30:00.000Z',
            completed_at: '2026-11-21T02:38:12.000Z',
            tables: [{ name: 'accounts', items: 48_213 }],
            verified_at: null,
            needs: [],
            is_damaged: false,
          },
        ],
        last_verified_at: null,
      },
    },
  },

  async handle({ query: { limit } }, { backupFiles }) {
    const backups = await listedBackups(backupFiles, limit);
    const verified = backups.flatMap(({ verifiedAt }) => verifiedAt ?? []).sort();
    return ok({
      backups: backups.map(({ id, manifest, isWhole, verifiedAt }) => ({
        backup_id: id,
        method: manifest?.method ?? null,
        started_at: manifest?.startedAt ?? null,
        completed_at: manifest?.completedAt ?? null,
        tables: manifest?.tables.map(({ name, itemCount }) => ({ name, items: itemCount })) ?? [],
        verified_at: verifiedAt,
        needs: manifest?.chain ?? [],
        is_damaged: !isWhole,
      })),
      last_verified_at: verified.at(-1) ?? null,
    });
  },
});
