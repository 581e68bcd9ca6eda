import type { Signed } from '#shared/cells/rules/signed.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import type { Leased } from './leases.ts';

export const repairNames = ['send_missing', 'adjust_values', 'void_doubles'] as const;
export type RepairName = (typeof repairNames)[number];

/** The categories whose rows a repair changes. */
export const repairedCategories = {
  send_missing: ['missing', 'rejected'],
  adjust_values: ['value_differs'],
  void_doubles: ['doubled'],
} as const satisfies Record<RepairName, readonly string[]>;

/** A repair does so much, or has done it. */
export type RepairCounts = {
  orders: number;
  /** Sent events, or adjustments. */
  changes: number;
  /** Sent events that lead to an ad. */
  attributed: number;
  /** Rows that had changed since the reconciliation, and were left alone. */
  skipped: number;
  /** Adjustments that change nothing, since a later adjustment of the event decides its net value. */
  superseded: number;
  /** The change of adtrail's value, by currency. */
  values: Record<string, Signed>;
};
export const noRepairCounts: RepairCounts = {
  ...{ orders: 0, changes: 0, attributed: 0, skipped: 0, superseded: 0, values: {} },
};

export const repairStatuses = ['running', 'completed', 'undoing', 'undone', 'failed'] as const;
export type RepairRun = Leased & {
  status: (typeof repairStatuses)[number];
  previewId: string;
  by: ActivityActor;
  /** This person undoes the repair. */
  undoneBy?: ActivityActor;
  startedAt: string;
  completedAt: string | null;
  undoneAt: string | null;
  counts: RepairCounts;
  /** Parts of rows that are done, over the categories of the repair. */
  done: number;
};

export const isRepairing = ({ status }: Pick<RepairRun, 'status'>): boolean =>
  status === 'running' || status === 'undoing';

export type Preview = {
  id: string;
  repair: RepairName;
  /** The repair that was the newest when the preview was made. */
  newest: string;
  counts: RepairCounts;
  expiresAt: string;
};
