/** The internal channel's maximum of characters per post. */
export const maxNoticeCharacters = 3000;

/** Escapes a notice, because the chat would treat some characters as a link or a mention. */
export const noticeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
