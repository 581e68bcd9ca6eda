import { noticesQueue } from '#shared/notifications/queues.ts';
import { maxNoticeCharacters, noticeText } from '#shared/notifications/rules/notice-text.ts';

const maxNotices = 20;

/** A full batch means that more notices wait than the channel accepts in single posts. */
const backlog = noticesQueue.batchSize;

/**
 * A post is repeated if its response is lost, so normally each notice has its own post. In a backlog, the
 * first notice is posted alone as a test and the rest share posts.
 */
export function postsOf<N extends { text: string }>(notices: readonly N[]): N[][] {
  if (notices.length < backlog) return notices.map((notice) => [notice]);
  return [notices.slice(0, 1), ...sharedPosts(notices.slice(1))];
}

export function sharedPosts<N extends { text: string }>(notices: readonly N[]): N[][] {
  const posts: N[][] = [];
  let room = 0;
  for (const notice of notices) {
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
