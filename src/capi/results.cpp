// SPDX-License-Identifier: Apache-2.0
// Results of runs: counts and reports.

#include "capi/guard.hpp"
#include "capi/handles.hpp"
#include "capi/lists.hpp"

namespace capi = selvage::capi;

namespace {

const selvage::Stage* stage_at(const selvage_report* report, size_t i) {
  return report ? capi::at(report->report.stages, i) : nullptr;
}

}  // namespace

selvage_status selvage_counts_new(selvage_counts** counts, selvage_error** error) {
  return capi::make_handle(counts, "counts", error,
                           [] { return selvage_counts{selvage::Counts{}}; });
}
size_t selvage_counts_channels(const selvage_counts* counts) {
  return counts ? counts->counts.bins.size() : 0;
}
size_t selvage_counts_bin_count(const selvage_counts* counts) {
  return selvage_counts_channels(counts) > 0 ? counts->counts.bins.front().size() : 0;
}
const uint64_t* selvage_counts_bins(const selvage_counts* counts, size_t i) {
  const auto* bins = counts ? capi::at(counts->counts.bins, i) : nullptr;
  return bins ? bins->data() : nullptr;
}
uint64_t selvage_counts_not_numbers(const selvage_counts* counts, size_t i) {
  const uint64_t* number = counts ? capi::at(counts->counts.not_numbers, i) : nullptr;
  return number ? *number : 0;
}
double selvage_counts_low(const selvage_counts* counts) {
  return counts ? counts->counts.low : 0.0;
}
double selvage_counts_high(const selvage_counts* counts) {
  return counts ? counts->counts.high : 0.0;
}
void selvage_counts_free(selvage_counts* counts) {
  delete counts;
}

const char* selvage_report_device(const selvage_report* report) {
  return report ? report->report.device.c_str() : "";
}
const char* selvage_report_candidate(const selvage_report* report) {
  return report ? report->report.candidate.c_str() : "";
}
double selvage_report_error_bound(const selvage_report* report) {
  return report ? report->report.error_bound : 0.0;
}
double selvage_report_seconds(const selvage_report* report) {
  return report ? report->report.seconds() : 0.0;
}
double selvage_report_kernel_seconds(const selvage_report* report) {
  return report ? report->report.kernel_seconds : 0.0;
}
int64_t selvage_report_certified(const selvage_report* report) {
  return report ? report->report.certified : 0;
}
int64_t selvage_report_recomputed(const selvage_report* report) {
  return report ? report->report.recomputed : 0;
}
int selvage_report_terms(const selvage_report* report) {
  return report ? report->report.terms : 0;
}
size_t selvage_report_note_count(const selvage_report* report) {
  return report ? report->report.notes.size() : 0;
}
const char* selvage_report_note(const selvage_report* report, size_t i) {
  const std::string* note = report ? capi::at(report->report.notes, i) : nullptr;
  return note ? note->c_str() : "";
}
size_t selvage_report_stage_count(const selvage_report* report) {
  return report ? report->report.stages.size() : 0;
}
const char* selvage_report_stage_name(const selvage_report* report, size_t i) {
  const selvage::Stage* stage = stage_at(report, i);
  return stage ? stage->name.c_str() : "";
}
double selvage_report_stage_seconds(const selvage_report* report, size_t i) {
  const selvage::Stage* stage = stage_at(report, i);
  return stage ? stage->seconds : 0.0;
}
void selvage_report_free(selvage_report* report) {
  delete report;
}
