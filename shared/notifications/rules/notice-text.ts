export const maxNoticeCharacters = 3000;

/** The chat would read some characters as a link or a mention, so they are replaced. */
export const noticeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
