/** Where the picture of a person is. Without one, their initials are shown. */
export function avatarPath(avatar: string): string {
  return `/api/account/v1/avatars/${avatar}`;
}
