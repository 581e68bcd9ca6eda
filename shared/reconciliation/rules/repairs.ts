import type { Signed } from '#shared/cells/rules/signed.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import type { Leased } from './leases.ts';
import type { StatusTally } from './status-tally.ts';

export const repairNames = ['send_missing', 'adjust_values', 'void_doubles'] as const;
export type RepairName = (typeof repairNames)[number];

export const repairedCategories = {
  send_missing: ['missing', 'rejected'],
  adjust_values: ['value_differs', 'refund_differs', 'cancelled_here_counted'],
  void_doubles: ['doubled'],
} as const satisfies Record<RepairName, readonly string[]>;

export type RepairCounts = {
  orders: number;
  changes: number;
  attributed: number;
  skipped: number;
  /** These adjustments have no effect, because a later adjustment decides the event's net value. */
  superseded: number;
  values: Record<string, Signed>;
};
export const noRepairCounts: RepairCounts = {
  orders: 0,
  changes: 0,
  attributed: 0,
  skipped: 0,
  superseded: 0,
  values: {},
};

export const repairStatuses = ['running', 'completed', 'undoing', 'undone', 'failed'] as const;
export type RepairRun = Leased & {
  status: (typeof repairStatuses)[number];
  previewId: string;
  by: ActivityActor;
  undoneBy?: ActivityActor;
  startedAt: string;
  completedAt: string | null;
  undoneAt: string | null;
  /** The events of `send_missing` lose their net value at this time. */
  undoStartedAt?: string;
  counts: RepairCounts;
  done: number;
};

export const isRepairing = ({ status }: Pick<RepairRun, 'status'>): boolean => status === 'running' || status === 'undoing';

export type Preview = {
  id: string;
  repair: RepairName;
  newest: string;
  counts: RepairCounts;
  statuses: StatusTally[];
  expiresAt: string;
};
