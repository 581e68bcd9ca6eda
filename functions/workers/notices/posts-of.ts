import { maxNoticeCharacters, noticeText } from '#shared/notifications/rules/notice-text.ts';

/** As many as somebody reads at once. */
const maxNotices = 20;

/** So many go out one by one: a post whose answer is lost is repeated, and then repeats one notice. */
const maxAlone = 15;

/** Shares notices out over as few posts as hold them whole, in their order; a few go alone, and so does one that is too long. */
export function postsOf<N extends { text: string }>(notices: readonly N[], alone = maxAlone): N[][] {
  if (notices.length <= alone) return notices.map((notice) => [notice]);
  const posts: N[][] = [];
  let room = 0;
  for (const notice of notices) {
    // With the line break before it.
    const length = noticeText(notice.text).length + 1;
    const post = posts.at(-1);
    if (post && post.length < maxNotices && length <= room) {
      post.push(notice);
      room -= length;
    } else {
      posts.push([notice]);
      room = maxNoticeCharacters - length;
    }
  }
  return posts;
}
