// One rule for numbers: three significant digits, and the unit that makes them short. pages/quantity.cpp has the same.
"use strict";
const scales = {
  B: [["TiB", 2 ** 40], ["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10], ["B", 1]],
  s: [["s", 1], ["ms", 1e-3], ["us", 1e-6], ["ns", 1e-9]],
  J: [["kJ", 1e3], ["J", 1], ["mJ", 1e-3], ["uJ", 1e-6], ["nJ", 1e-9], ["pJ", 1e-12]],
  W: [["kW", 1e3], ["W", 1], ["mW", 1e-3], ["uW", 1e-6]],
  cycles: [["G cycles", 1e9], ["M cycles", 1e6], ["k cycles", 1e4, 1e3], ["cycles", 1]],
};
const separated = digits => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");

// 12.3 of 12.345; a whole number of more digits keeps them where `whole`.
function three_digits(value, whole) {
  if (Number.isInteger(value) && (whole || Math.abs(value) < 1000)) return separated(String(value));
  const rounded = Number(value.toPrecision(3));
  if (Math.abs(rounded) < 1e-6) return value.toExponential(1);
  const [head, tail] = String(rounded).split(".");
  return separated(head) + (tail ? "." + tail : "");
}

// The name and size of the unit in which a value is written: the largest that it reaches, rounded or not.
function scale_for(value, unit) {
  const rounded = Math.max(Math.abs(value), Math.abs(Number(value.toPrecision(3))));
  const [name, from, size] = scales[unit].find(one => rounded >= one[1]) || scales[unit][scales[unit].length - 1];
  return [name, size || from];
}

function quantity(value, unit = "") {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value !== "number") return String(value);
  if (unit === "%") return value > 0 && value < .1 ? "<0.1 %" : three_digits(value) + " %";
  if (!scales[unit]) return three_digits(value, true) + (unit ? " " + unit : "");
  if (value === 0) return "0 " + unit;
  const [name, size] = scale_for(value, unit);
  return three_digits(value / size, size === 1 && (unit === "B" || unit === "cycles")) + " " + name;
}

// A function that writes the values of one axis: all in the unit of the largest.
function axis_text(most, unit) {
  if (!scales[unit]) return value => quantity(value, unit);
  const [name, size] = scale_for(Math.max(most, Number.MIN_VALUE), unit);
  return value => value === 0 ? "0" : three_digits(Number((value / size).toPrecision(6)), true) + " " + name;
}

// Round values between two ends: multiples of 1, 2 and 5 of the unit in which they are written.
function round_ticks(first, last, count, unit) {
  const size = scales[unit] ? scale_for(Math.max(Math.abs(last), Number.MIN_VALUE), unit)[1] : 1;
  return d3.ticks(first / size, last / size, count).map(tick => tick * size);
}
