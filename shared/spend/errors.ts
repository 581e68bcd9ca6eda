import { declaredErrors } from '#shared/values/declared-errors.ts';

export const spendErrors = /* @__PURE__ */ declaredErrors({
  superseded: [409, 'A later import touched a day of this one. Undo the later import first, or import the days again.'],
  import_running: [409, 'An import of this account is running. Retry the same request in a few seconds.'],
  undo_expired: [409, 'An import can be undone for 90 days. Import the days again with their former figures.'],
  import_failed: [409, 'This import failed and changed nothing.'],
});
