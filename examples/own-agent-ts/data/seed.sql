CREATE TABLE orders (
  order_id TEXT PRIMARY KEY,
  item TEXT NOT NULL,
  category TEXT NOT NULL,
  total_cents INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('delivered', 'refunded'))
);
CREATE TABLE refunds (
  refund_id INTEGER PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (order_id),
  amount_cents INTEGER NOT NULL
);
CREATE TABLE approvals (
  approval_id INTEGER PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (order_id),
  amount_cents INTEGER NOT NULL,
  reason TEXT NOT NULL
);
INSERT INTO orders VALUES
  ('4410', 'electric kettle', 'kitchen', 4250, 'delivered'),
  ('7731', 'office chair', 'furniture', 18000, 'delivered'),
  ('6002', 'desk lamp', 'lighting', 3990, 'refunded'),
  ('8155', 'birthday voucher', 'gift card', 5000, 'delivered');
INSERT INTO refunds VALUES (1, '6002', 3990);
