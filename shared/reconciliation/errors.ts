import { declaredErrors } from '#shared/values/declared-errors.ts';

export const reconciliationErrors = /* @__PURE__ */ declaredErrors({
  still_running: [409, 'This reconciliation, or a repair of the account, is running. Poll its status_url and retry once it is done.'],
  reconciliation_failed: [409, 'This reconciliation failed and has no rows. Its `problems` say why.'],
  preview_stale: [409, 'This preview expired, or a later repair changed the events. Create a new preview and check it.'],
  ids_do_not_match: [
    409,
    'At least half of these orders are in adtrail under other IDs, with the same value, currency and time. Reconcile the file again with the column, or the id_template, that your event IDs are made of.',
  ],
  already_repaired: [409, 'This repair was made already. Undo it first, or create another reconciliation of the orders.'],
  not_repaired: [409, 'This repair was not made, so there is nothing to undo.'],
  month_not_compared: [409, 'No reconciliation of the last 90 days has a day of this month. Reconcile the orders of the month first.'],
  month_not_over: [409, 'This month is not over in the time zone of its reconciliation.'],
  month_not_closed: [409, 'This month was never closed.'],
});
