/** The largest file that an upload address takes. */
export const maxUploadBytes = 50 * 1_048_576;
/** Days that an uploaded file is stored. */
export const uploadDays = 7;

/** A file that was sent to a signed address, or rows that wait for their import, in the bucket of exports. */
export const uploadFile = (accountId: number, id: string) => `uploads/${accountId}/${id}`;
export const uploadIdForm = /^upload_[0-9A-Za-z]{22}$/;
