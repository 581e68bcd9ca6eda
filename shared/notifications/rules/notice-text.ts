/** The most characters that the internal channel takes at once. */
export const maxNoticeCharacters = 3000;

/** A notice as it is sent: the chat would read some characters as a link or a mention. */
export const noticeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
