/** The mark: a road on posts over water. */
export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false">
      <rect width="32" height="32" rx="7" fill="#0f766e" />
      <path
        d="M5 21.5c3.6 0 3.6-2.4 7.3-2.4s3.700 2.400 7.400 2.400 3.700-2.400 7.300-2.400"
        fill="none"
        stroke="#7fd8cd"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <path
        d="M5 11.500h22M9.500 11.500v4.500M16 11.500v5.500M22.500 11.500v4.500"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
