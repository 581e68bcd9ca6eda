/** Where an export's file lies: one name per export, so that there is never a second file of it. */
export const exportFile = ({ accountId, id }: { accountId: number; id: string }) =>
  `exports/${accountId}/${id}.ndjson.gz`;
