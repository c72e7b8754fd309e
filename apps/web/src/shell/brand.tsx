/** The mark: a road on posts over water. */
export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false">
      <rect width="32" height="32" rx="7" fill="#0f766e" />
      <path
        d="M5 21.5c3.6 0 3.6-2.4 7.3-2.4s3.7 2.4 7.4 2.4 3.7-2.4 7.3-2.4"
        fill="none"
        stroke="#7fd8cd"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path
        d="M5 11.5h22M9.5 11.5v4.5M16 11.5v5.5M22.5 11.5v4.5"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
