export const maxUploadBytes = 50 * 1_048_576;
/** An uploaded file expires after this many days. */
export const uploadDays = 7;

/** The bucket of exports holds uploaded files and the rows of pending imports under these keys. */
export const uploadFile = (accountId: number, id: string) => `uploads/${accountId}/${id}`;
export const uploadIdForm = /^upload_[0-9A-Za-z]{22}$/;
