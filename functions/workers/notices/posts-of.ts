import { queues } from '#shared/messages/queues.ts';
import { maxNoticeCharacters, noticeText } from '#shared/notifications/rules/notice-text.ts';

/** As many as somebody reads at once. */
const maxNotices = 20;

/** A full batch: more are waiting than the channel takes one by one. Then notices share posts. */
const backlog = queues.notices.batchSize;

/**
 * Distributes notices over posts, in their order. Each has a post of its own, so that a lost answer repeats one notice. In a backlog
 * they share as few posts as hold them whole; the first one goes alone, to learn whether the channel answers.
 */
export function postsOf<N extends { text: string }>(notices: readonly N[]): N[][] {
  if (notices.length < backlog) return notices.map((notice) => [notice]);
  return [notices.slice(0, 1), ...sharedPosts(notices.slice(1))];
}

/** As few posts as hold all notices whole. One that is too long goes alone. */
export function sharedPosts<N extends { text: string }>(notices: readonly N[]): N[][] {
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
